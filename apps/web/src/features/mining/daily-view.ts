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

/** Base units mined on the whole UTC day before `now` (Unix seconds). */
export const minedYesterday = (days: readonly Day[], now: number): bigint => {
  const yesterday = dayOf(now - DAY_SECONDS)
  return BigInt(days.find(({ day }) => day === yesterday)?.mined ?? '0')
}
