import { DAY_SECONDS } from '@dr/protocol/constants'

const DAYS_MAX = 30
/** Minimum of days shown, for users who began this week. */
const DAYS_MIN = 7

export type Day = { readonly day: string; readonly mined: string }

/** Days from the first with mined DR, at least a week and at most 30 days. */
export const shownDays = (days: readonly Day[]): readonly Day[] => {
  const first = days.findIndex(({ mined }) => mined !== '0')
  const count = first < 0 ? DAYS_MIN : days.length - first
  return days.slice(-Math.min(DAYS_MAX, Math.max(DAYS_MIN, count)))
}

const dayOf = (unix: number): string => new Date(unix * 1_000).toISOString().slice(0, 10)

/** Whether they include the UTC day of `now` (Unix seconds); otherwise they are outdated. */
export const hasDay = (days: readonly Day[], now: number): boolean => (days.at(-1)?.day ?? '') >= dayOf(now)

/**
 * Base units mined on the UTC day before `now` (Unix seconds); 0 if mining began on it, since a part of a
 * day next to a daily rate looks like a loss.
 */
export const minedYesterday = (days: readonly Day[], now: number): bigint => {
  const yesterday = dayOf(now - DAY_SECONDS)
  const at = days.findIndex(({ day }) => day === yesterday)
  const began = days.findIndex(({ mined }) => mined !== '0')
  return at < 0 || at === began ? 0n : BigInt(days[at]?.mined ?? '0')
}

/** Whether two days can be compared. */
export const canDraw = (days: readonly Day[]): boolean => days.filter(({ mined }) => mined !== '0').length > 1
