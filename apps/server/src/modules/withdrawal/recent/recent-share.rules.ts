/**
 * How much of the share of recent deposits is left (ADR 0059), by the hours that the contract's day counts
 * (`RollingDay.sol`). Pure; base units, Unix seconds.
 */
import { HOUR_SECONDS } from '../../../platform/durations.ts'

/** The current hour and the 24 whole hours before it. */
const WINDOW_HOURS = 25n

/** The first second that still counts at `now`. */
export const windowStart = (now: bigint): bigint => (now / HOUR_SECONDS - WINDOW_HOURS + 1n) * HOUR_SECONDS

/** What was taken within an hour. */
export interface HourTaken {
  /** Since 1970. */
  readonly hour: bigint
  readonly amount: bigint
}

/** What is left of `share`; never below zero, though the share may have become smaller. */
export const shareLeft = (taken: readonly HourTaken[], share: bigint): bigint => {
  const used = taken.reduce((sum, { amount }) => sum + amount, 0n)
  return used < share ? share - used : 0n
}

/**
 * When `amount` fits at the latest, if no other withdrawal takes of it: once enough hours no longer count.
 * Null: it is more than the whole share.
 */
export const fitsAt = (taken: readonly HourTaken[], share: bigint, amount: bigint): bigint | null => {
  let used = taken.reduce((sum, one) => sum + one.amount, 0n)
  for (const one of taken.toSorted((a, b) => (a.hour < b.hour ? -1 : 1))) {
    used -= one.amount
    if (used + amount <= share) return (one.hour + WINDOW_HOURS) * HOUR_SECONDS
  }
  return null
}
