import { formatDate } from '../../ui/text/format.ts'

/** Spans that end today, in days; today counts. */
export const SPANS = [7, 30, 90] as const
export type Span = (typeof SPANS)[number]

/** A day of the reader's calendar, `YYYY-MM-DD`, as a moment: its start, or its last millisecond. */
export const momentOf = (day: string, end: boolean): string =>
  new Date(`${day}T${end ? '23:59:59.999' : '00:00:00'}`).toISOString()

/** The first day of a span of days that ends on the day of `now`. */
export const firstDay = (days: number, now: Date | number): string => {
  const date = new Date(now)
  // By the calendar, not by 24 hours: a day may have 23 of them.
  date.setDate(date.getDate() - (days - 1))
  return formatDate(date, 'YMD')
}

/** What is typed as a day: digits alone count, the dashes come by themselves. */
export const shapeDay = (text: string): string => {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-')
}

/** Whether it is a day of the calendar: 2026-02-30 is none. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00`)
  return !Number.isNaN(date.getTime()) && formatDate(date, 'YMD') === text
}
