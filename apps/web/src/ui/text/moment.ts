import { formatDate } from './format.ts'

const NO_BREAK_SPACE = '\u00a0'
/** Hyphen without a line break, which browsers would allow between digits. */
const HYPHEN_WITHOUT_BREAK = '-\u2060'

/** Day of a time in Unix seconds, in the reader's time zone; for display only. */
export const day = (seconds: number): string =>
  formatDate(seconds * 1_000, 'YMD').replaceAll('-', HYPHEN_WITHOUT_BREAK)

/**
 * A time of the product's clock (Unix seconds), to the minute, in the reader's time zone; on one line. For
 * display only: it contains invisible characters.
 */
export const moment = (seconds: number): string =>
  `${day(seconds)}${NO_BREAK_SPACE}${formatDate(seconds * 1_000, 'HM')}`
