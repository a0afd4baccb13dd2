import { BPS } from '@dr/protocol/constants'
import type { WithdrawMessage } from '../../../chain/voucher-message.ts'
import { Amount } from '../../../ui/amount.tsx'
import { formatDate } from '../../../ui/format.ts'
import { inRow, outRow, type ReceiptInput, type ReceiptParts } from './rows.tsx'

/** Of what the voucher says, a withdrawal of USDT burns at least this share (contract: `USDT_BURN_MIN_BPS`). */
const USDT_BURN_MIN_BPS = 9_000n

const leastBurn = (voucher: bigint): bigint => (voucher * USDT_BURN_MIN_BPS + BPS - 1n) / BPS

/** DR burns a share of itself; USDT arrives whole, and burns DR out of the wallet. */
export function withdrawalReceipt({ t, plan, message }: ReceiptInput<WithdrawMessage>): ReceiptParts {
  const account = t(`assets.account.${plan.vault ?? 0}`)
  const token = message.primaryType === 'WithdrawDR' ? 'DR' : 'USDT'
  const until = formatDate(Number(message.deadline) * 1_000, 'HMS')
  const from = outRow(t('tx.row.fromAccount', { account }), message.amount, token)
  const note = t('tx.hold', { token, until, account })
  const received = token === 'DR' ? message.amount - message.burnAmount : message.amount
  const coming = [inRow(t('tx.row.toWallet'), received, token)]
  if (token === 'DR') {
    const value = <Amount value={message.burnAmount} token="DR" size="sm" tone="out" />
    return { leaving: [from, { label: t('tx.row.burnShare'), value }], coming, note }
  }
  if (message.burnAmount === 0n) return { leaving: [from], coming, note }
  return {
    leaving: [
      from,
      outRow(t('tx.row.burnFromWallet'), message.burnAmount, 'DR'),
      {
        label: t('tx.row.burnAtLeast'),
        value: <Amount value={leastBurn(message.burnAmount)} token="DR" size="sm" className="text-t2" />,
      },
    ],
    coming,
    note,
  }
}
