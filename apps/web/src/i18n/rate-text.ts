/**
 * Formats US dollars alike in every language: `$` before the number, and `≈ ` before that if it is the
 * worth of an adjacent amount (docs/product.md 12). Decimals depend on the figure: cents for a worth; cents
 * if not zero for rules and price lists; none from 100 on for daily figures; more for unit prices. The
 * component `Amount` does the same for the unit USD.
 */
import { CENT, ceilingAt, formatAmount, splitAmount, WAD } from '@dr/protocol/amounts'
import type { MachineEarnings } from '@dr/protocol/rules/mining-rate'
import type { Translate } from './translate.ts'

/**
 * Daily figure, rounded down: whole from 100 on, with more decimals for smaller ones, since it changes with
 * the network.
 */
export const formatRate = (amount: bigint): string =>
  formatAmount(amount, { maxDecimals: amount >= 100n * WAD ? 0 : amount >= WAD ? 2 : 6 })

/** Sign before the dollar's: `−$5`. */
const dollars = (value: bigint, text: (magnitude: bigint) => string): string =>
  value < 0n ? `−$${text(-value)}` : `$${text(value)}`

/** `$6,250`, rounded down. */
export const formatUsd = (value: bigint): string =>
  dollars(value, (magnitude) => (magnitude >= 100n * WAD ? formatRate(magnitude) : formatCents(magnitude)))

/** `$0.50`, `$8.3334`: unit price, rounded down, with at least the cents. */
export const formatPrice = (price: bigint, maxDecimals = 6): string =>
  dollars(price, (magnitude) => formatAmount(magnitude, { maxDecimals, minDecimals: 2 }))

const isDust = (value: bigint): boolean => value > 0n && value < CENT

/** `$5,755.28`: present worth to the cent, rounded down; `< $0.01` for a smaller one above zero. */
export const formatWorth = (value: bigint): string => (isDust(value) ? '< $0.01' : formatPrice(value, 2))

/** `≈ $5,755.28`: worth of the amount beside it. */
export const formatWorthBeside = (value: bigint): string =>
  `${isDust(value) ? '' : '≈ '}${formatWorth(value)}`

/** `0.50 USDT`: price from the chain or the ledger, with all decimals that are shown. */
export const formatPriceUsdt = (price: bigint): string => `${formatAmount(price, { minDecimals: 2 })} USDT`

/** `$9.62`: cost, rounded up. */
export const formatUsdCost = (value: bigint): string => dollars(ceilingAt(value, 2), formatCents)

/** Part of a cent by which the price may have moved between form and receipt. */
const DRIFT = CENT / 100n

/** `≈ $100.67`: worth of all paid tokens together, rounded up, except for less than a hundredth of a cent. */
export const formatPaid = (value: bigint): string =>
  `≈ ${formatUsdCost(value > CENT ? value - DRIFT : value)}`

/** `$5,000`: amount of a rule, or missing to it; cents only if not zero, rounded down. */
export const formatUsdSet = (value: bigint): string => dollars(value, formatCents)

/** `100 DR`, `$10,000`: an amount in its unit. */
export const formatIn = (unit: string, value: bigint): string =>
  unit === 'USD' ? formatUsdSet(value) : `${formatAmount(value)} ${unit}`

/** `0.60`, not `0.6`; whole dollars without decimals. Not for a value below zero. */
const formatCents = (value: bigint): string => {
  const { whole, fraction } = splitAmount(value, { maxDecimals: 2 })
  return fraction === '' ? whole : `${whole}.${fraction.padEnd(2, '0')}`
}

/** `≈ 12,500 DR a day · ≈ $6,250`; without a price only the tokens. */
export const earningsText = (
  t: Translate,
  { perDay, perDayUsd }: Pick<MachineEarnings, 'perDay' | 'perDayUsd'>,
): string => {
  const tokens = t('rates.perDay', { amount: formatRate(perDay) })
  return perDayUsd === null ? tokens : `${tokens} · ≈ ${formatUsd(perDayUsd)}`
}

/** `+$360`, `−$174`: gain or loss in whole dollars; a gain is rounded down, a loss up. */
export const formatNet = (value: bigint): string => {
  const down = value < 0n ? -ceilingAt(-value, 0) : value
  return `${down >= WAD ? '+' : ''}${formatUsdSet((down / WAD) * WAD)}`
}
