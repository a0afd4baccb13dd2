/**
 * Calendar of app and server. A week of the product begins on Monday at 00:00 UTC, by the product's clock
 * (docs/product.md 3 and 4). It is identified by its number, counted from Monday 1970-01-05; times are Unix
 * seconds. Pure.
 */
import { DAY_SECONDS } from '../constants.ts'

export const WEEK_SECONDS = 7n * BigInt(DAY_SECONDS)
/** Monday 1970-01-05, 00:00 UTC: 1970-01-01 was a Thursday. */
const FIRST_MONDAY = 4n * BigInt(DAY_SECONDS)

/** Week of `timestamp`; a week includes its first second, not its end. */
export const weekOf = (timestamp: bigint): bigint => {
  const sinceFirst = timestamp - FIRST_MONDAY
  if (sinceFirst < 0n) throw new RangeError(`no week at ${timestamp}`)
  return sinceFirst / WEEK_SECONDS
}

/** Monday 00:00 UTC at which the week begins. */
export const weekStart = (week: bigint): bigint => FIRST_MONDAY + week * WEEK_SECONDS

/** Monday 00:00 UTC at which the week ends and the next begins. */
export const weekEnd = (week: bigint): bigint => weekStart(week + 1n)

/**
 * Weeks from `next` on that have ended at `now`, oldest first: a server off for three weeks closes three. A
 * block at exactly the end belongs to the next week, so returned weeks get no more events.
 */
export const weeksDue = ({ next, now }: { readonly next: bigint; readonly now: bigint }): bigint[] => {
  const weeks: bigint[] = []
  for (let week = next; weekEnd(week) <= now; week += 1n) weeks.push(week)
  return weeks
}
