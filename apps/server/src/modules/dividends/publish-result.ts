import type { Reader } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { ResultOrigin, ResultSource } from '../results/index.ts'
import { lateIncome } from './income.ts'
import { holderWeeks } from './power/holder-weeks.ts'
import { latePurchases } from './power/late-purchases.ts'
import { readCloses, readWeekSums } from './power/pool.ts'
import { type ResultHead, resultText } from './result-file.rules.ts'
import { readPrizes, readWeek, weeksClosedAfter } from './weeks.ts'

/** The week is not closed: there is nothing to publish. */
class WeekNotClosedError extends FatalError {}

/** What a closed week came to, from what stands of it for ever. */
export const readResultHead = async (
  reader: Reader,
  origin: ResultOrigin,
  week: bigint,
): Promise<ResultHead> => {
  const closed = await readWeek(reader, week)
  const close = (await readCloses(reader, week)).find(({ point }) => point.week === week)
  if (!closed || !close) throw new WeekNotClosedError(`week ${week} is not closed`)
  const { joining, leaving } = await readWeekSums(reader, week)
  return {
    ...{ origin, joining, leaving },
    ...closed,
    ...close,
    prizes: await readPrizes(reader, [week]),
    late: [...(await latePurchases(reader, week)), ...(await lateIncome(reader, week))],
  }
}

/** What is published of the dividend pool. */
export const dividendResults = (origin: ResultOrigin): ResultSource => ({
  kind: 'dividends',
  closedAfter: weeksClosedAfter,
  async *text(reader, week) {
    yield* resultText(await readResultHead(reader, origin, week), holderWeeks(reader, week))
  },
})
