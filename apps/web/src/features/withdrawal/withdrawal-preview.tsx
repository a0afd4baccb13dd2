import { ceilingAt, formatAmount } from '@dr/protocol/amounts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Receipt, type ReceiptRow } from '../../ui/receipt.tsx'
import { splitWithdrawal, type WithdrawalLimits } from './withdrawal-rules.ts'

const SHORT_DECIMALS = 4

type PreviewProps = {
  readonly account: 0 | 1 | 2
  readonly amount: bigint
  readonly limits: WithdrawalLimits
}

/** What leaves the account, what is burned, what arrives. */
export function WithdrawalPreview({ account, amount, limits }: PreviewProps) {
  const t = useT()
  const { token } = limits
  const { received } = splitWithdrawal(amount, limits)
  const rows: readonly ReceiptRow[] = [
    {
      label: t('tx.row.fromAccount', { account: t(`assets.account.${account}`) }),
      value: <Amount value={amount} token={token} size="sm" />,
    },
    ...burnFreeRow(t, amount, limits),
    burnRow(t, amount, limits),
    {
      label: t('withdrawal.received'),
      value: <Amount value={received} token={token} size="sm" tone="in" />,
      tone: 'in',
      total: true,
    },
  ]
  return <Receipt rows={rows} />
}

type Words = ReturnType<typeof useT>

function burnFreeRow(t: Words, amount: bigint, { token, burnFree }: WithdrawalLimits): readonly ReceiptRow[] {
  if (burnFree === 0n) return []
  const used = amount < burnFree ? amount : burnFree
  return [
    { label: t('assets.part.burnFree'), value: <Amount value={used} token={token} size="sm" tone="in" /> },
  ]
}

function burnRow(t: Words, amount: bigint, limits: WithdrawalLimits): ReceiptRow {
  const { token, burnBps } = limits
  const { burn } = splitWithdrawal(amount, limits)
  const percent = `${Number(burnBps) / 100}%`
  const label =
    token === 'DR' ? t('withdrawal.burned', { percent }) : t('withdrawal.burnFromWallet', { percent })
  // Not read yet is not the same as no price.
  if (burn === null)
    return { label, value: limits.walletDr === null ? '—' : t('withdrawal.noPrice'), tone: 'out' }
  const short = (value: bigint): string => formatAmount(value, { maxDecimals: SHORT_DECIMALS })
  return {
    label,
    value:
      burn.least === burn.most ? (
        <Amount value={-burn.most} token="DR" size="sm" tone="out" />
      ) : (
        `${short(burn.least)} – ${short(ceilingAt(burn.most, SHORT_DECIMALS))} DR`
      ),
    tone: 'out',
  }
}
