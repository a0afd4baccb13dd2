import { CENT, ceilingAt, formatAmount, mulDivDown, WAD } from '@dr/protocol/amounts'
import type { PaidOut, reserveTotals } from '../../api/reserves.ts'
import { formatUsd } from '../../i18n/rate-text.ts'

type Totals = ReturnType<typeof reserveTotals>
type Texts = Readonly<Record<keyof Totals, string>>

/** Held rounded down, owed rounded up; pools are the rest of what is held, unless there is more or less. */
const round = (
  { held, due, pools }: Readonly<Record<keyof Totals, bigint>>,
  unit: bigint,
  exact: boolean,
) => {
  const down = (amount: bigint): bigint => (amount / unit) * unit
  const shown = { held: down(held), due: ceilingAt(due, 0) }
  return { ...shown, pools: exact && shown.held > shown.due ? shown.held - shown.due : down(pools) }
}

/** Held, owed and pooled amounts in dollars, or without a price in tokens, which add up as shown. */
export const reserveTexts = (totals: Totals, drPrice: bigint | null): Texts => {
  const { held, due, pools } = totals
  const isExact = (token: keyof PaidOut): boolean => held[token] === due[token] + pools[token]
  if (drPrice === null) {
    const of = (token: keyof PaidOut) =>
      round({ held: held[token], due: due[token], pools: pools[token] }, WAD, isExact(token))
    const [DR, USDT] = [of('DR'), of('USDT')]
    const text = (name: keyof Totals): string =>
      `${formatAmount(DR[name])} DR + ${formatAmount(USDT[name])} USDT`
    return { held: text('held'), due: text('due'), pools: text('pools') }
  }
  const worth = (sum: PaidOut): bigint => sum.USDT + mulDivDown(sum.DR, drPrice, WAD)
  const usd = { held: worth(held), due: worth(due), pools: worth(pools) }
  // `formatUsd` shows cents below 100.
  const unit = usd.held >= 100n * WAD ? WAD : CENT
  const shown = round(usd, unit, isExact('DR') && isExact('USDT'))
  return { held: formatUsd(shown.held), due: formatUsd(shown.due), pools: formatUsd(shown.pools) }
}
