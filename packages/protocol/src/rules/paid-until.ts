/**
 * End of paid electricity: whole UTC hours, in contract and server alike (docs/product.md 6). Times in Unix
 * seconds.
 */
import { DAY_SECONDS, ELECTRICITY_PERIOD_DAYS, HOUR_SECONDS } from '../constants.ts'

export const PERIOD_SECONDS = ELECTRICITY_PERIOD_DAYS * DAY_SECONDS

/**
 * Margin in seconds for a machine's life: a payment may be sent ten minutes after its offer, and begins at
 * the next whole hour.
 */
export const LIFE_MARGIN_SECONDS = 900

export const ceilHour = (seconds: number): number => Math.ceil(seconds / HOUR_SECONDS) * HOUR_SECONDS

/** End of a machine's life, counted from its purchase. */
export const lifeEndOf = (boughtAt: number, lifeDays: number): number =>
  ceilHour(boughtAt + lifeDays * DAY_SECONDS)

export interface PaidUntil {
  readonly paidFrom: number
  readonly paidUntil: number
  readonly cutByLife: boolean
}

/**
 * Effect of paying `periods` at time `at` on a machine; renewal runs from max(now, paidUntil), at most to
 * the end of its life.
 */
export const payElectricity = (input: {
  readonly at: number
  readonly paidUntil: number | null
  readonly periods: number
  readonly lifeEnd: number
}): PaidUntil => {
  const paidFrom = Math.max(ceilHour(input.at), input.paidUntil ?? 0)
  const uncut = paidFrom + input.periods * PERIOD_SECONDS
  return { paidFrom, paidUntil: Math.min(uncut, input.lifeEnd), cutByLife: uncut > input.lifeEnd }
}

/** Number of periods that may still be bought: the last one must start before the life ends. */
export const periodsLeft = (input: {
  readonly at: number
  readonly paidUntil: number | null
  readonly lifeEnd: number
}): number => {
  const from = Math.max(ceilHour(input.at), input.paidUntil ?? 0)
  return from >= input.lifeEnd ? 0 : Math.ceil((input.lifeEnd - from) / PERIOD_SECONDS)
}
