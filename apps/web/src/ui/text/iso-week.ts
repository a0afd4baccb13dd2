import { DAY_SECONDS } from '@dr/protocol/constants'
import { weekStart } from '@dr/protocol/rules/weeks'

const DAY_MS = DAY_SECONDS * 1_000

/** Start of a week of the product in milliseconds: Monday 00:00 UTC. */
export const weekStartMs = (week: number): number => Number(weekStart(BigInt(week))) * 1_000

/** ISO 8601 name of a week of the product: the year of its Thursday, and its number in that year. */
export const isoWeek = (week: number): { readonly year: number; readonly number: number } => {
  const thursday = new Date(weekStartMs(week) + 3 * DAY_MS)
  const year = thursday.getUTCFullYear()
  const dayOfYear = (thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS
  return { year, number: Math.floor(dayOfYear / 7) + 1 }
}

/** `2026-W47`. */
export const weekName = (week: number): string => {
  const { year, number } = isoWeek(week)
  return `${year}-W${String(number).padStart(2, '0')}`
}

/** Its days by UTC, Monday to Sunday, both included: `2026-11-23 – 2026-11-29`; `to`: of the weeks up to that one. */
export const weekDays = (week: number, to = week): string => {
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  return `${dayOf(weekStartMs(week))} – ${dayOf(weekStartMs(to + 1) - DAY_MS)}`
}
