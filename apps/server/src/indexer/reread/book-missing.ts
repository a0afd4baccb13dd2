/** Blocks that were processed, once more: what was not handled is booked. */
import { type ChainNow, readChainClock } from '../../platform/chain/chain-clock.ts'
import { type Reader, savepoint, type Tx } from '../../platform/database/database.ts'
import { isRetryable } from '../../platform/errors.ts'
import type { EventCounter } from '../completeness/count-events.ts'
import { addToNumbers, readHandled, recordHandled } from '../completeness/record-range.ts'
import type { TimedLog } from '../fetch-range.ts'
import { handleCarefully, lanesOf, type RangeProcessor, takersOf } from '../process-range.ts'
import { postSuspended, type Reposter } from '../suspense/repost-suspended.ts'

export interface Rereader extends RangeProcessor, Pick<Reposter, 'now'> {
  readonly counter: EventCounter
}

/** Of some blocks: how many events they have, and what became of those that were missing. */
export interface RereadCounts {
  readonly found: number
  readonly alreadyBooked: number
  readonly booked: number
  /** Events that went to suspense. */
  readonly refused: number
}

interface Suspended {
  readonly id: bigint
  readonly block_number: bigint
  readonly log_index: number | bigint
}

type Waiting =
  | { readonly block: bigint; readonly index: number; readonly log: TimedLog }
  | { readonly block: bigint; readonly index: number; readonly suspendedId: bigint }

const readSuspended = async (
  reader: Reader,
  { from, to, chainId }: { from: bigint; to: bigint; chainId: number },
): Promise<Suspended[]> => {
  const { rows } = await reader.query<Suspended>({
    text: `SELECT id, block_number, log_index FROM suspense_event
      WHERE chain_id = $1 AND resolved_at IS NULL AND block_number BETWEEN $2 AND $3 ORDER BY id`,
    values: [chainId, from, to],
  })
  return rows
}

/** The missing events and those in suspense, in the order of the chain. */
const inOrder = (missing: readonly TimedLog[], suspended: readonly Suspended[]): Waiting[] =>
  [
    ...missing.map((log) => ({ block: log.blockNumber, index: log.logIndex, log })),
    ...suspended.map(({ id, block_number, log_index }) => ({
      block: block_number,
      index: Number(log_index),
      suspendedId: id,
    })),
  ].sort((a, b) => (a.block === b.block ? a.index - b.index : a.block < b.block ? -1 : 1))

/** By all of its handlers; false: one of them refused it. */
const bookLog = async (rereader: Rereader, tx: Tx, log: TimedLog): Promise<boolean> => {
  let refused = 0
  for (const lane of lanesOf(rereader.handlers))
    for (const handler of takersOf(rereader.handlers, log, lane))
      refused += await handleCarefully(rereader, tx, { logs: [log], handler })
  return refused === 0
}

/** One that is refused again stays in suspense. */
const trySuspended = async (rereader: Rereader, tx: Tx, id: bigint): Promise<void> => {
  const { chainId, logger, now } = rereader
  const handlers = [...rereader.handlers.values()].flat()
  try {
    await savepoint(tx, () => postSuspended(tx, { chainId, handlers, now }, id))
  } catch (error) {
    if (isRetryable(error)) throw error
    logger.warn({ err: error, id: String(id) }, 'a suspended event was refused again')
  }
}

const bookInOrder = async (
  rereader: Rereader,
  tx: Tx,
  waiting: readonly Waiting[],
): Promise<{ booked: number; refused: number }> => {
  let [booked, refused] = [0, 0]
  for (const one of waiting) {
    if ('suspendedId' in one) await trySuspended(rereader, tx, one.suspendedId)
    else if (await bookLog(rereader, tx, one.log)) booked += 1
    else refused += 1
  }
  return { booked, refused }
}

/**
 * Books those of the logs that were not handled, with what waits in suspense of the same blocks, in the order
 * of the chain: in one transaction, under the indexer's own lock, so that nothing is booked twice.
 * `logs`: all of the blocks from `from` to `to`.
 */
export const bookMissing = (
  rereader: Rereader,
  { from, to, logs }: { from: bigint; to: bigint; logs: readonly TimedLog[] },
): Promise<RereadCounts> =>
  rereader.database.transaction(async (tx) => {
    const { timestamp } = (await readChainClock(tx, { forUpdate: true })) as ChainNow
    const handled = await readHandled(tx, { from, to })
    const missing = logs.filter((log) => !handled.has(log))
    const counts = { found: logs.length, alreadyBooked: logs.length - missing.length }
    if (missing.length === 0) return { ...counts, booked: 0, refused: 0 }
    const suspended = await readSuspended(tx, { from, to, chainId: rereader.chainId })
    const outcome = await bookInOrder(rereader, tx, inOrder(missing, suspended))
    await recordHandled(tx, missing)
    await addToNumbers(tx, { counts: rereader.counter.count(missing), at: timestamp })
    return { ...counts, ...outcome }
  })
