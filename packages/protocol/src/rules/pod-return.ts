/**
 * When POD power would have drawn its price in dividends, if the swap fees of the last closed week came in
 * each week and the same power stayed pledged. What is carried over or put in by the operator is left out: it
 * can run out, and would make any power look as if it came back within weeks. An estimate, and no promise.
 * Pure; USD and POD units with 18 decimals.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS } from '../constants.ts'

/** The weekly rules, in 1/10,000. */
export interface PodWeekRules {
  /** Of the pool, for pledged power and for the growth prize. */
  readonly dividendBps: bigint
  readonly prizeBps: bigint
  /** The maximum of the pledged power left that a week pays. */
  readonly weekCapBps: bigint
}

/** Income of a closed week that can come again. */
export interface PodWeek {
  readonly swapFees: { readonly USDT: bigint; readonly DR: bigint }
  /** POD units that drew it. */
  readonly pledged: bigint
  /** USDT for one DR; null: no price, so that DR counts as nothing. */
  readonly drPrice: bigint | null
}

/** Longer than this is never. */
const YEARS_MAX = 100
const WEEKS_A_YEAR = 365.25 / 7
const WEEKS_MAX = Math.floor(YEARS_MAX * WEEKS_A_YEAR)

const usdOf = ({ USDT, DR }: PodWeek['swapFees'], drPrice: bigint | null): bigint =>
  USDT + mulDivDown(DR, drPrice ?? 0n, WAD)

/** What bought power cost: the dollars it was given for. Rounded up. */
export const podPowerValue = (power: bigint, powerBps: bigint): bigint => mulDivUp(power, BPS, powerBps)

/**
 * Weeks of dividends until `power` has drawn `value`; null: never, or not within a hundred years. A week pays
 * the dividends' part of the pool, at most `weekCapBps` of the power pledged; each holder in proportion to
 * what is left of theirs, and a dollar takes a unit. Others buy as much as they consume.
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
