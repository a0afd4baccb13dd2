import { ceilingAt, formatAmount, shownBetween } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { formatBps } from '../../ui/text/format.ts'
import { netRows, worthRows } from '../transaction/kinds/worth-row.tsx'
import { splitWithdrawal, type WithdrawalLimits } from './withdrawal.rules.ts'

const SHORT_DECIMALS = 4

type PreviewProps = {
  readonly vault: VaultIndex
  readonly amount: bigint
  readonly limits: WithdrawalLimits
}

/** Rows with the amount that leaves the account, is burned, and arrives. */
export const WithdrawalPreview = ({ vault, amount, limits }: PreviewProps) => {
  const t = useT()
  const { token } = limits
  const { received, burn } = splitWithdrawal(amount, limits)
  const rows: readonly ReceiptRow[] = [
    {
      label: t('tx.row.fromAccount', { account: t(`assets.account.${vault}`) }),
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
    ...(received === 0n ? [] : worthRows(t, { token, amount: received })),
    ...(token === 'USDT' && burn !== null ? netRows(t, { received, burned: burn.max }) : []),
  ]
  return (
    <>
      <Receipt rows={rows} />
      {vault === 2 ? <p className="text-14 text-t1">{t('withdrawal.freeWhy')}</p> : null}
    </>
  )
}

type Words = ReturnType<typeof useT>

const burnFreeRow = (t: Words, amount: bigint, limits: WithdrawalLimits): readonly ReceiptRow[] => {
  if (limits.unreturned === 0n) return []
  const { burnFree } = splitWithdrawal(amount, limits)
  const value = <Amount value={burnFree} token={limits.token} size="sm" tone="in" />
  return [{ label: t('assets.part.burnFree'), value }]
}

/** Label of the burn with its share and the burnable amount; deposits do not burn. */
const burnLabel = (t: Words, amount: bigint, limits: WithdrawalLimits): string => {
  const { token, burnBps, unreturned } = limits
  const percent = formatBps(burnBps)
  if (unreturned === 0n)
    return token === 'DR' ? t('withdrawal.burned', { percent }) : t('withdrawal.burnFromWallet', { percent })
  const { burnable } = splitWithdrawal(amount, limits)
  const earned = formatAmount(burnable, { maxDecimals: SHORT_DECIMALS })
  return token === 'DR'
    ? t('withdrawal.burnedOfEarned', { percent, amount: earned, token })
    : t('withdrawal.burnFromWalletOfEarned', { percent, amount: earned, token })
}

const burnRow = (t: Words, amount: bigint, limits: WithdrawalLimits): ReceiptRow => {
  const { burn, received } = splitWithdrawal(amount, limits)
  const label = burnLabel(t, amount, limits)
  // Not read yet differs from no price.
  if (burn === null)
    return { label, value: limits.walletDr === null ? '—' : t('withdrawal.noPrice'), tone: 'out' }
  const short = (value: bigint): string => formatAmount(value, { maxDecimals: SHORT_DECIMALS })
  return {
    label,
    value:
      burn.min === burn.max ? (
        <Amount
          value={limits.token === 'DR' ? -shownBetween(amount, received) : -burn.max}
          token="DR"
          size="sm"
          tone="out"
        />
      ) : (
        `${short(burn.min)} – ${short(ceilingAt(burn.max, SHORT_DECIMALS))} DR`
      ),
    tone: 'out',
  }
}
