import { ceilingAt, formatAmount, splitAmount, WAD } from '@dr/protocol/amounts'
import type { MachineEarnings } from '@dr/protocol/rules/mining-rate'
import type { Translate } from './translate.ts'

/**
 * A value in US dollars is written in one way, whatever the language: `$` before the number, `≈ ` before that
 * where it is what the amount beside it is worth (docs/product.md 12). How many digits follow depends on what
 * it is: a worth has its cents, what a rule or a price list sets has them where there are some, a figure a
 * day has none from 100 on, and what one unit costs may have more. The component `Amount` does the same for
 * the unit USD.
 */

/**
 * Figures a day change with the network: whole ones, cut, from 100 on; the fewer there are before the point,
 * the more after.
 */
export const formatRate = (amount: bigint): string =>
  formatAmount(amount, { maxDecimals: amount >= 100n * WAD ? 0 : amount >= WAD ? 2 : 6 })

/** The sign is written before the dollar's: `−$5`. */
const dollars = (value: bigint, text: (magnitude: bigint) => string): string =>
  value < 0n ? `−$${text(-value)}` : `$${text(value)}`

/** `$6,250`, cut. */
export const formatUsd = (value: bigint): string =>
  dollars(value, (magnitude) => (magnitude >= 100n * WAD ? formatRate(magnitude) : formatCents(magnitude)))

/** `$0.50`, `$8.3334`: what one unit costs, cut, with at least the cents. */
export const formatPrice = (price: bigint, maxDecimals = 6): string =>
  dollars(price, (magnitude) => formatAmount(magnitude, { maxDecimals, minDecimals: 2 }))

const CENT = WAD / 100n
const isDust = (value: bigint): boolean => value > 0n && value < CENT

/**
 * `$5,755.28`: what something is worth now, to the cent, cut; `< $0.01` where it is worth less, but
 * something.
 */
export const formatWorth = (value: bigint): string => (isDust(value) ? '< $0.01' : formatPrice(value, 2))

/** `≈ $5,755.28`: what the amount beside it is worth. */
export const formatWorthBeside = (value: bigint): string =>
  `${isDust(value) ? '' : '≈ '}${formatWorth(value)}`

/** `0.50 USDT`: a price as the chain or the ledger has it, with all the decimals that are shown. */
export const formatPriceUsdt = (price: bigint): string => `${formatAmount(price, { minDecimals: 2 })} USDT`

/** `$9.62`: what is paid, rounded up. */
export const formatUsdCost = (value: bigint): string => dollars(ceilingAt(value, 2), formatCents)

/** `≈ $100.67`: what the tokens that are paid are worth together, rounded up. */
export const formatPaid = (value: bigint): string => `≈ ${formatUsdCost(value)}`

/** `$5,000`: what a rule sets, or what is missing to it; cents only where there are some, cut. */
export const formatUsdSet = (value: bigint): string => dollars(value, formatCents)

/** `100 DR`, `$10,000`: an amount in its unit. */
export const formatIn = (unit: string, value: bigint): string =>
  unit === 'USD' ? formatUsdSet(value) : `${formatAmount(value)} ${unit}`

/** `0.60`, not `0.6`; whole dollars as they are. Not for a value below zero. */
const formatCents = (value: bigint): string => {
  const { whole, fraction } = splitAmount(value, { maxDecimals: 2 })
  return fraction === '' ? whole : `${whole}.${fraction.padEnd(2, '0')}`
}

/** `≈ 12,500 DR a day · ≈ $6,250`; without a price the tokens alone. */
export const earningsText = (
  t: Translate,
  { perDay, perDayUsd }: Pick<MachineEarnings, 'perDay' | 'perDayUsd'>,
): string => {
  const tokens = t('rates.perDay', { amount: formatRate(perDay) })
  return perDayUsd === null ? tokens : `${tokens} · ≈ ${formatUsd(perDayUsd)}`
}

/** `+$360`, `−$174`: gain or loss in whole dollars, a gain cut and a loss rounded up. */
export const formatNet = (value: bigint): string => {
  const down = value < 0n ? -ceilingAt(-value, 0) : value
  return `${down >= WAD ? '+' : ''}${formatUsdSet((down / WAD) * WAD)}`
}
