import { formatDate } from './format.ts'

const NO_BREAK_SPACE = '\u00a0'

/** A moment of the product's clock (Unix seconds), to the minute, in the reader's own time zone; on one line. */
export const moment = (seconds: number): string =>
  `${formatDate(seconds * 1_000, 'YMD')}${NO_BREAK_SPACE}${formatDate(seconds * 1_000, 'HM')}`
