import { type DateForm, formatDate } from './format.ts'

const NO_BREAK_SPACE = '\u00a0'
/** Hyphen without a line break, which browsers would allow between digits. */
const HYPHEN_WITHOUT_BREAK = '-\u2060'

/** Dates of a text, each on one line; for display only. */
export const unbroken = (text: string): string => text.replaceAll('-', HYPHEN_WITHOUT_BREAK)

/** A time in the reader's time zone, its date on one line; for display only. */
export const shownDate = (at: Date | string | number, form: DateForm): string =>
  unbroken(formatDate(at, form))

/** Day of a time in Unix seconds, in the reader's time zone; for display only. */
export const day = (seconds: number): string => shownDate(seconds * 1_000, 'YMD')

/**
 * A time of the product's clock (Unix seconds), to the minute, in the reader's time zone; on one line. For
 * display only: it contains invisible characters.
 */
export const moment = (seconds: number): string =>
  `${day(seconds)}${NO_BREAK_SPACE}${formatDate(seconds * 1_000, 'HM')}`
