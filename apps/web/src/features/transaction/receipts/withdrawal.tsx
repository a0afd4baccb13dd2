import { leastUsdtBurn } from '@dr/protocol/rules/withdrawal-burn'
import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import type { VaultIndex } from '../plan/plan.ts'
import { receivedBy, tokenOfWithdrawal } from '../view/withdrawn.ts'
import { inRow, outRow, type ReceiptInput, type ReceiptParts } from './rows.tsx'

/** Until when the amount is held for the voucher, and where it returns then. */
export const holdText = (
  t: Translate,
  {
    vault,
    message,
  }: { readonly vault: VaultIndex; readonly message: VoucherMessage<'withdraw-dr' | 'withdraw-usdt'> },
): string =>
  t('tx.hold', {
    token: tokenOfWithdrawal(message),
    until: formatDate(Number(message.deadline) * 1_000, 'HMS'),
    account: t(`assets.account.${vault}`),
  })

/** An earlier voucher still holds the amount: until when it is waited for. */
export const heldText = (t: Translate, until: number): string =>
  t('tx.wait.held', { until: formatDate(until * 1_000, 'HMS') })

/**
 * DR burns a share of itself; USDT arrives whole, and burns DR out of the wallet. What was deposited burns
 * nothing.
 */
export function withdrawalReceipt(
  input: ReceiptInput<VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>>,
): ReceiptParts {
  const { t, plan, voucher, message } = input
  const account = t(`assets.account.${plan.vault ?? 0}`)
  const token = tokenOfWithdrawal(message)
  const burnFree = BigInt(voucher.withdrawal?.burnFree ?? 0)
  const free: ReceiptRow[] =
    burnFree === 0n
      ? []
      : [
          {
            label: t('assets.part.burnFree'),
            value: <Amount value={burnFree} token={token} size="sm" tone="in" />,
          },
        ]
  const hold = holdText(t, { vault: plan.vault ?? 0, message })
  return {
    leaving: [
      outRow(t('tx.row.fromAccount', { account }), message.amount, token),
      ...free,
      ...burnRows(input, token),
    ],
    coming: [inRow(t('tx.row.toWallet'), receivedBy(message), token)],
    note: plan.vault === 2 ? `${t('withdrawal.freeWhy')} ${hold}` : hold,
  }
}

function burnRows(
  { t, message }: ReceiptInput<VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>>,
  token: 'DR' | 'USDT',
): readonly ReceiptRow[] {
  if (token === 'DR') {
    const value = <Amount value={message.burnAmount} token="DR" size="sm" tone="out" />
    return [{ label: t('tx.row.burnShare'), value }]
  }
  if (message.burnAmount === 0n) return []
  return [
    outRow(t('tx.row.burnFromWallet'), message.burnAmount, 'DR'),
    {
      label: t('tx.row.burnAtLeast'),
      value: <Amount value={leastUsdtBurn(message.burnAmount)} token="DR" size="sm" className="text-t2" />,
    },
  ]
}
