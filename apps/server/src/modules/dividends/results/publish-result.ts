import type { Reader } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { ResultOrigin, ResultSource } from '../../results/index.ts'
import type { EventName } from '../../weeks/index.ts'
import { dividendsPool } from '../dividends-pool.ts'
import { holderWeeks } from '../power/holder-weeks.ts'
import { LATE_PURCHASE } from '../power/late-purchase.ts'
import { readCloses, readWeekSums } from '../power/pool.ts'
import { readPrizes } from '../week/prizes.ts'
import { dividendText, type ResultHead } from './result-file.rules.ts'

/** The week is not closed: there is nothing to publish. */
class WeekNotClosedError extends FatalError {}

/**
 * Purchases counted in `week` although they happened before it: they were in suspense until their own week
 * was closed.
 */
const latePurchases = async (reader: Reader, week: bigint): Promise<EventName[]> => {
  const { rows } = await reader.query<{ tx_hash: LowerHex; log_index: number }>({
    name: 'pod_purchases_late',
    text: `SELECT tx_hash, log_index FROM pod_purchase WHERE week = $1 AND ${LATE_PURCHASE}
      ORDER BY block_number, log_index`,
    values: [week],
  })
  return rows.map((row) => ({ txHash: row.tx_hash, logIndex: Number(row.log_index) }))
}

/** The result of a closed week, from immutable rows. */
const readResultHead = async (
  reader: Reader,
  { origin, week }: { readonly origin: ResultOrigin; readonly week: bigint },
): Promise<ResultHead> => {
  const closed = await dividendsPool.readWeek(reader, week)
  const close = (await readCloses(reader, week)).find(({ point }) => point.week === week)
  if (!closed || !close) throw new WeekNotClosedError(`week ${week} is not closed`)
  const { joining, leaving } = await readWeekSums(reader, week)
  const { late } = await dividendsPool.incomeEvents(reader, week)
  return {
    origin,
    joining,
    leaving,
    ...closed,
    ...close,
    prizes: await readPrizes(reader, [week]),
    late: [...(await latePurchases(reader, week)), ...late],
  }
}

/** The published results of the dividend pool. */
export const dividendResults = (origin: ResultOrigin): ResultSource => ({
  kind: 'dividends',
  closedAfter: dividendsPool.closedAfter,
  async *text(reader, week) {
    const head = await readResultHead(reader, { origin, week })
    yield* dividendText({ ...head, holders: holderWeeks(reader, week) })
  },
})
