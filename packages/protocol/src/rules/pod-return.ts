/**
 * Time until POD power has drawn its price in dividends, if each week has the swap fees of the last closed
 * one and the same power stays pledged. Carried amounts and the operator's fundings are excluded: they can
 * end, and would make any power seem to return within weeks. An estimate, no promise. Pure; USD and POD
 * units with 18 decimals.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS } from '../constants.ts'

/** The weekly rules, in 1/10,000. */
export interface PodWeekRules {
  /** Shares of the pool for pledged power and for the growth prize. */
  readonly dividendBps: bigint
  readonly prizeBps: bigint
  /** Maximum share of the remaining pledged power that a week pays. */
  readonly weekCapBps: bigint
}

/** Recurring income of a closed week. */
export interface PodWeek {
  readonly swapFees: { readonly USDT: bigint; readonly DR: bigint }
  /** Pledged POD units with dividends. */
  readonly pledged: bigint
  /** USDT for one DR; null: no price, so DR counts as nothing. */
  readonly drPrice: bigint | null
}

/** Limit: a longer time counts as never. */
const YEARS_MAX = 100
const WEEKS_A_YEAR = 365.25 / 7
const WEEKS_MAX = Math.floor(YEARS_MAX * WEEKS_A_YEAR)

const usdOf = ({ USDT, DR }: PodWeek['swapFees'], drPrice: bigint | null): bigint =>
  USDT + mulDivDown(DR, drPrice ?? 0n, WAD)

/** Cost of bought power in USD, rounded up. */
export const podPowerValue = (power: bigint, powerBps: bigint): bigint => mulDivUp(power, BPS, powerBps)

/**
 * Weeks of dividends until `power` has drawn `value`; null: never, or not within a hundred years. A week
 * pays the dividends' part of the pool, at most `weekCapBps` of the pledged power; each holder in
 * proportion to their remaining power, and a dollar consumes a unit. Other users are assumed to buy as much
 * as they consume.
 */
export const podReturnWeeks = (
  { power, value }: { readonly power: bigint; readonly value: bigint },
  week: PodWeek,
  rules: PodWeekRules,
): number | null => {
  const fees = usdOf(week.swapFees, week.drPrice)
  const pledged = week.pledged + power
  let pool = 0n
  let left = power
  for (let weeks = 1; weeks <= WEEKS_MAX; weeks += 1) {
    pool += fees
    const part = mulDivDown(pool, rules.dividendBps, BPS)
    const cap = mulDivDown(pledged, rules.weekCapBps, BPS)
    const paid = part < cap ? part : cap
    if (paid === 0n) return null
    left -= mulDivDown(left, paid, pledged)
    if (power - left >= value) return weeks
    pool -= paid + mulDivDown(pool, rules.prizeBps, BPS)
  }
  return null
}

/** `weeks` in years, one decimal, rounded up. */
export const yearsOf = (weeks: number): number => Math.ceil((weeks / WEEKS_A_YEAR) * 10) / 10
