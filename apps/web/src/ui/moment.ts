import { formatDate } from './format.ts'

/** A moment of the product's clock (Unix seconds), to the minute, in the reader's own time zone. */
export const moment = (seconds: number): string =>
  `${formatDate(seconds * 1_000, 'YMD')} ${formatDate(seconds * 1_000, 'HM')}`
