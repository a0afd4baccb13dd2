import { DAY_SECONDS } from '@dr/protocol/constants'

const DAYS_MAX = 30
/** Of who began to mine this week. */
const DAYS_MIN = 7

export type Day = { readonly day: string; readonly mined: string }

/** From the first day on which something was mined, a week at least and 30 days at most. */
export const shownDays = (days: readonly Day[]): readonly Day[] => {
  const first = days.findIndex(({ mined }) => mined !== '0')
  const count = first < 0 ? DAYS_MIN : days.length - first
  return days.slice(-Math.min(DAYS_MAX, Math.max(DAYS_MIN, count)))
}

const dayOf = (unix: number): string => new Date(unix * 1_000).toISOString().slice(0, 10)

/** Whether they reach the UTC day of `now` (Unix seconds): else they were read on a day before. */
export const hasDay = (days: readonly Day[], now: number): boolean => (days.at(-1)?.day ?? '') >= dayOf(now)

/**
 * Base units mined on the whole UTC day before `now` (Unix seconds); 0 where mining began on it: a part of a day
 * beside a rate a day looks like a loss.
 */
export const minedYesterday = (days: readonly Day[], now: number): bigint => {
  const yesterday = dayOf(now - DAY_SECONDS)
  const at = days.findIndex(({ day }) => day === yesterday)
  const began = days.findIndex(({ mined }) => mined !== '0')
  return at < 0 || at === began ? 0n : BigInt(days[at]?.mined ?? '0')
}

/** Whether there is a day to compare with: a chart of one bar says nothing. */
export const canDraw = (days: readonly Day[]): boolean => days.filter(({ mined }) => mined !== '0').length > 1
