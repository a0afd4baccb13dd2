import type { Logger } from 'pino'
import { advanceChainClock, type BlockRef, ChainClockMoved, readChainClock } from '../platform/chain-clock.ts'
import type { AdvanceHook, EventHandler } from '../platform/chain-events.ts'
import { type Database, savepoint, type Tx } from '../platform/database/database.ts'
import { isRetryable } from '../platform/errors.ts'
import { decodeEvent } from './decode-event.ts'
import type { FetchedRange } from './fetch-range.ts'
import { suspendEvent } from './suspend-event.ts'

type TimedLog = FetchedRange['logs'][number]

export interface RangeProcessor {
  readonly database: Database
  readonly chainId: number
  /** By `<address>:<topic0>`, in the order they were registered. */
  readonly handlers: ReadonlyMap<string, readonly EventHandler[]>
  readonly hooks: readonly AdvanceHook[]
  readonly logger: Logger
}

/** What was done with a range, for the metrics. */
export interface RangeReport {
  /** Names of handlers, one entry an event. */
  readonly handled: readonly string[]
  readonly suspended: readonly string[]
}

/** A handler refused an event for good: its whole range is done again, each event behind a savepoint. */
class EventRefused extends Error {}

export const handlerKey = (address: string, topic: string | undefined): string => `${address}:${topic}`

const handleOne = async (
  { chainId, logger }: RangeProcessor,
  tx: Tx,
  { log, handler, careful }: { log: TimedLog; handler: EventHandler; careful: boolean },
): Promise<'handled' | 'suspended'> => {
  const handle = async () => handler.handle(tx, decodeEvent(log, { handler, chainId }))
  try {
    await (careful ? savepoint(tx, handle) : handle())
    return 'handled'
  } catch (error) {
    if (isRetryable(error)) throw error
    if (!careful) throw new EventRefused(handler.name, { cause: error })
    const { blockNumber, txHash, logIndex } = log
    logger.error(
      { err: error, handler: handler.name, blockNumber: String(blockNumber), txHash, logIndex },
      'an event went to suspense',
    )
    await suspendEvent(tx, { chainId, handler: handler.name, log, error })
    return 'suspended'
  }
}

const processOnce = async (
  processor: RangeProcessor,
  range: FetchedRange,
  { cursor, careful }: { cursor: BlockRef | undefined; careful: boolean },
): Promise<RangeReport> => {
  const { database, chainId, handlers, hooks } = processor
  return database.transaction(async (tx) => {
    const report = { handled: [] as string[], suspended: [] as string[] }
    const clock = await readChainClock(tx, { forUpdate: true })
    if (clock?.hash !== cursor?.hash) throw new ChainClockMoved('another indexer moved the chain clock')
    for (const log of range.logs) {
      for (const handler of handlers.get(handlerKey(log.address, log.topics[0])) ?? []) {
        report[await handleOne(processor, tx, { log, handler, careful })].push(handler.name)
      }
    }
    await advanceChainClock(tx, { chainId, from: cursor, to: range.to })
    for (const hook of hooks) await hook.run(tx, range)
    return report
  })
}

/**
 * Everything a range of blocks says, and the cursor after it, in one database transaction: all of it or nothing.
 * Usually no savepoints; when a handler refuses an event for good, the range is done again with one round each event,
 * and what is refused goes to suspense. The clock stands at the range's end before the hooks run.
 */
export const processRange = async (
  processor: RangeProcessor,
  range: FetchedRange,
  cursor: BlockRef | undefined,
): Promise<RangeReport> => {
  try {
    return await processOnce(processor, range, { cursor, careful: false })
  } catch (error) {
    if (!(error instanceof EventRefused)) throw error
    return processOnce(processor, range, { cursor, careful: true })
  }
}
