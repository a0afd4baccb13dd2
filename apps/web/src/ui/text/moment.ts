import { formatDate } from './format.ts'

const NO_BREAK_SPACE = '\u00a0'
/** Browsers break after a hyphen, between digits too. */
const HYPHEN_WITHOUT_BREAK = '-\u2060'

/** As `moment`, the day alone. */
export const day = (seconds: number): string =>
  formatDate(seconds * 1_000, 'YMD').replaceAll('-', HYPHEN_WITHOUT_BREAK)

/**
 * A moment of the product's clock (Unix seconds), to the minute, in the reader's own time zone; on one line.
 * For showing alone: it holds invisible characters.
 */
export const moment = (seconds: number): string =>
  `${day(seconds)}${NO_BREAK_SPACE}${formatDate(seconds * 1_000, 'HM')}`
