import { formatDate } from '../../ui/text/format.ts'

/** Spans in days that end today and include it. */
export const SPANS = [7, 30, 90] as const
export type Span = (typeof SPANS)[number]

/** Start of a local day `YYYY-MM-DD`, or its last millisecond, as ISO 8601. */
export const momentOf = (day: string, end: boolean): string =>
  new Date(`${day}T${end ? '23:59:59.999' : '00:00:00'}`).toISOString()

/** The first day of a span of days that ends on the day of `now`. */
export const firstDay = (days: number, now: Date | number): string => {
  const date = new Date(now)
  // Calendar days, not 24 hours: a day may have 23.
  date.setDate(date.getDate() - (days - 1))
  return formatDate(date, 'YMD')
}

/** Formats input as a day: digits are kept, dashes are inserted. */
export const shapeDay = (text: string): string => {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-')
}

/** Whether the text is a valid calendar day; 2026-02-30 is not. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00`)
  return !Number.isNaN(date.getTime()) && formatDate(date, 'YMD') === text
}
