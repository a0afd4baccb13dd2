import { formatAmount } from '@dr/protocol/amounts'
import type { NetIncome, PackageToken } from '@dr/protocol/rules/package-offer'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { NotedAmount } from '../../ui/amounts/noted-amount.tsx'
import type { ReceiptRow } from '../../ui/lists/receipt.tsx'
import { formatBps } from '../../ui/text/format.ts'
import type { ReinvestBurn } from './reinvest/reinvest-burn.ts'

const SHOWN_DECIMALS = 6
const short = (value: bigint): string => formatAmount(value, { maxDecimals: 2 })

/** Rows with the earned part of a reinvested principal, and the burn of withdrawing it. */
export const earnedRows = (
  t: Translate,
  input: { burned: ReinvestBurn | null; token: PackageToken; burnBps: bigint | undefined },
): readonly ReceiptRow[] => {
  const { burned, token, burnBps } = input
  if (burned === null || burnBps === undefined) return []
  const { earned, burn, burnDr } = burned
  const amount = { token, maxDecimals: SHOWN_DECIMALS, size: 'sm' } as const
  const fromWallet =
    token === 'DR' || burnDr === null ? null : t('packages.burnDr', { amount: short(burnDr) })
  return [
    { label: t('packages.row.earnedPart'), value: <Amount {...amount} value={earned} /> },
    {
      label: t('packages.row.earnedBurn', { percent: formatBps(burnBps) }),
      value: <NotedAmount {...amount} value={-burn} tone="out" note={fromWallet} />,
    },
  ]
}

/** Rows with the burn of withdrawing the income and the rest; for USDT the burn is DR out of the wallet. */
export const netRows = (
  t: Translate,
  { result, token, burnBps }: { result: NetIncome | null; token: PackageToken; burnBps: bigint | undefined },
): readonly ReceiptRow[] => {
  if (burnBps === undefined) return []
  const burnLabel = t('packages.row.burn', { percent: formatBps(burnBps) })
  const netLabel = t('packages.row.net')
  if (result === null)
    return [
      { label: burnLabel, value: '—' },
      { label: netLabel, value: '—', total: true },
    ]
  const { burn, burnDr, net, worth } = result
  const fromWallet =
    token === 'DR' || burnDr === null ? null : t('packages.burnDr', { amount: short(burnDr) })
  const usd =
    token === 'USDT' || worth === null ? null : t('packages.worth', { amount: formatWorthBeside(worth) })
  const amount = { token, maxDecimals: SHOWN_DECIMALS }
  return [
    { label: burnLabel, value: <NotedAmount {...amount} value={-burn} tone="out" note={fromWallet} /> },
    {
      label: netLabel,
      value: <NotedAmount {...amount} value={net} signed tone="in" note={usd} />,
      total: true,
    },
  ]
}
