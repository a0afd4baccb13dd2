/**
 * Remainder of the share of recent deposits (ADR 0059), by the hours of the contract's rolling day
 * (`RollingDay.sol`). Pure; base units, Unix seconds.
 */
import { HOUR_SECONDS } from '../../../platform/durations.ts'

/** The current hour and the 24 whole hours before it. */
const WINDOW_HOURS = 25n

/** The first second that still counts at `now`. */
export const windowStart = (now: bigint): bigint => (now / HOUR_SECONDS - WINDOW_HOURS + 1n) * HOUR_SECONDS

/** Amount taken within an hour. */
export interface HourTaken {
  /** Hours since 1970. */
  readonly hour: bigint
  readonly amount: bigint
}

/** Remainder of `share`; 0 if more was taken, as the share may have become smaller. */
export const shareLeft = (taken: readonly HourTaken[], share: bigint): bigint => {
  const used = taken.reduce((sum, { amount }) => sum + amount, 0n)
  return used < share ? share - used : 0n
}

/**
 * The latest time at which `amount` fits, if no other withdrawal takes of the share: once enough hours no
 * longer count. Null if it exceeds the whole share.
 */
export const fitsAt = (taken: readonly HourTaken[], share: bigint, amount: bigint): bigint | null => {
  let used = taken.reduce((sum, one) => sum + one.amount, 0n)
  for (const one of taken.toSorted((a, b) => (a.hour < b.hour ? -1 : 1))) {
    used -= one.amount
    if (used + amount <= share) return (one.hour + WINDOW_HOURS) * HOUR_SECONDS
  }
  return null
}
