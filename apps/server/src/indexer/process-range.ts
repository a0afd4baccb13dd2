import type { Logger } from 'pino'
import {
  advanceChainClock,
  type BlockRef,
  ChainClockMoved,
  readChainClock,
} from '../platform/chain/chain-clock.ts'
import type { AdvanceHook, EventHandler } from '../platform/chain/chain-events.ts'
import { type Database, savepoint, type Tx } from '../platform/database/database.ts'
import { isRetryable } from '../platform/errors.ts'
import type { ConfirmedRange } from './completeness/confirm-logs.ts'
import { hasWanted } from './completeness/event-kinds.rules.ts'
import { advanceNumbers, recordHandled, recordSpan } from './completeness/record-range.ts'
import { decodeEvent } from './decode-event.ts'
import type { EventLog } from './event-log.ts'
import type { TimedLog } from './fetch-range.ts'
import { suspendEvent } from './suspense/suspend-event.ts'

export interface RangeProcessor {
  readonly database: Database
  readonly chainId: number
  /** By `<address>:<topic0>`, in the order of registration. */
  readonly handlers: ReadonlyMap<string, readonly EventHandler[]>
  readonly hooks: readonly AdvanceHook[]
  readonly logger: Logger
}

/** Numbers of events of a range by name of handler, for the metrics. */
export interface RangeReport {
  readonly handled: ReadonlyMap<string, number>
  readonly suspended: ReadonlyMap<string, number>
}

/** A handler refused an event permanently: its whole range is processed again with savepoints. */
class EventRefused extends Error {}

const handlerKey = (address: string, topic: string | undefined): string => `${address}:${topic}`

export const groupHandlers = (handlers: readonly EventHandler[]): RangeProcessor['handlers'] =>
  Map.groupBy(handlers, ({ address, topic }) => handlerKey(address, topic))

/** Consecutive events of a lane with the same handlers. */
interface Run {
  readonly handlers: readonly EventHandler[]
  readonly logs: TimedLog[]
}

/** The lanes in the order in which their handlers were registered. */
export const lanesOf = (handlers: RangeProcessor['handlers']): string[] => [
  ...new Set([...handlers.values()].flat().map(({ lane }) => lane)),
]

const isSame = (a: readonly EventHandler[], b: readonly EventHandler[]): boolean =>
  a === b || (a.length === b.length && a.every((handler, index) => handler === b[index]))

/** A lane's handlers of the log's event, whatever its arguments. */
const handlersOf = (
  handlers: RangeProcessor['handlers'],
  { address, topics }: EventLog,
  lane: string,
): readonly EventHandler[] =>
  (handlers.get(handlerKey(address, topics[0])) ?? []).filter((handler) => handler.lane === lane)

const wanting = (handlers: readonly EventHandler[], log: EventLog): readonly EventHandler[] =>
  handlers.every(({ wanted }) => wanted.length === 0)
    ? handlers
    : handlers.filter(({ wanted }) => hasWanted(wanted, log))

/** A lane's handlers that accept the log. */
export const takersOf = (
  handlers: RangeProcessor['handlers'],
  log: EventLog,
  lane: string,
): readonly EventHandler[] => wanting(handlersOf(handlers, log, lane), log)

/** Splits the logs into runs of several events where all handlers accept batches, and of one elsewhere. */
const runsOf = ({ handlers }: RangeProcessor, logs: readonly TimedLog[], lane: string): Run[] => {
  const runs: Run[] = []
  /** Cached, since logs of one event come by the thousand. */
  let event: { log: TimedLog; handlers: readonly EventHandler[] } | undefined
  for (const log of logs) {
    if (event?.log.address !== log.address || event.log.topics[0] !== log.topics[0])
      event = { log, handlers: handlersOf(handlers, log, lane) }
    const takers = wanting(event.handlers, log)
    if (takers.length === 0) continue
    const last = runs.at(-1)
    const together = takers.every(({ handleAll }) => handleAll)
    if (last && together && isSame(last.handlers, takers)) last.logs.push(log)
    else runs.push({ handlers: takers, logs: [log] })
  }
  return runs
}

const handleLogs = async (
  { chainId }: RangeProcessor,
  tx: Tx,
  { logs, handler }: { logs: readonly TimedLog[]; handler: EventHandler },
): Promise<void> => {
  const events = logs.map((log) => decodeEvent(log, { handler, chainId }))
  if (handler.handleAll) return handler.handleAll(tx, events)
  for (const event of events) await handler.handle(tx, event)
}

const suspend = async (
  { chainId, logger }: RangeProcessor,
  tx: Tx,
  { log, handler, error }: { log: TimedLog; handler: EventHandler; error: unknown },
): Promise<void> => {
  const { blockNumber, txHash, logIndex } = log
  logger.error(
    { err: error, handler: handler.name, blockNumber: String(blockNumber), txHash, logIndex },
    'an event went to suspense',
  )
  await suspendEvent(tx, { chainId, handler: handler.name, log, error })
}

/**
 * Handles each part in a savepoint; one that is refused is halved, until a single event goes to suspense.
 * Returns the number of suspended events.
 */
export const handleCarefully = async (
  processor: RangeProcessor,
  tx: Tx,
  { logs, handler }: { logs: readonly TimedLog[]; handler: EventHandler },
): Promise<number> => {
  try {
    await savepoint(tx, () => handleLogs(processor, tx, { logs, handler }))
    return 0
  } catch (error) {
    if (isRetryable(error)) throw error
    const [log] = logs
    if (logs.length === 1 && log) {
      await suspend(processor, tx, { log, handler, error })
      return 1
    }
    const half = Math.ceil(logs.length / 2)
    let suspended = 0
    for (const part of [logs.slice(0, half), logs.slice(half)]) {
      suspended += await handleCarefully(processor, tx, { logs: part, handler })
    }
    return suspended
  }
}

/** Returns the number of suspended events. */
const handleRun = async (
  processor: RangeProcessor,
  tx: Tx,
  { logs, handler, careful }: { logs: readonly TimedLog[]; handler: EventHandler; careful: boolean },
): Promise<number> => {
  if (careful) return handleCarefully(processor, tx, { logs, handler })
  try {
    await handleLogs(processor, tx, { logs, handler })
    return 0
  } catch (error) {
    if (isRetryable(error)) throw error
    throw new EventRefused(handler.name, { cause: error })
  }
}

const add = (counts: Map<string, number>, name: string, count: number): void => {
  if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count)
}

const processOnce = async (
  processor: RangeProcessor,
  range: ConfirmedRange,
  { cursor, careful }: { cursor: BlockRef | undefined; careful: boolean },
): Promise<RangeReport> => {
  const { database, chainId, handlers, hooks } = processor
  return database.transaction(async (tx) => {
    const report = { handled: new Map<string, number>(), suspended: new Map<string, number>() }
    const clock = await readChainClock(tx, { forUpdate: true })
    if (clock?.hash !== cursor?.hash) throw new ChainClockMoved('another indexer moved the chain clock')
    for (const lane of lanesOf(handlers)) {
      for (const run of runsOf(processor, range.logs, lane)) {
        for (const handler of run.handlers) {
          const suspended = await handleRun(processor, tx, { logs: run.logs, handler, careful })
          add(report.suspended, handler.name, suspended)
          add(report.handled, handler.name, run.logs.length - suspended)
        }
      }
    }
    await advanceChainClock(tx, { chainId, from: cursor, to: range.to })
    const { number, timestamp } = range.to
    await tx.announce({
      topic: 'block',
      value: { blockNumber: Number(number), timestamp: Number(timestamp) },
    })
    await recordHandled(tx, range.logs)
    await recordSpan(tx, { first: range.from.number, last: number })
    await advanceNumbers(tx, { ...range, cursor: cursor?.number })
    for (const hook of hooks) await hook.run(tx, range)
    return report
  })
}

/**
 * Processes all events of a range of blocks and moves the cursor, in one database transaction. Usually
 * without savepoints; if a handler refuses an event permanently, the range is processed again with
 * savepoints, and refused events go to suspense. The clock is at the range's end before the hooks run.
 */
export const processRange = async (
  processor: RangeProcessor,
  range: ConfirmedRange,
  cursor: BlockRef | undefined,
): Promise<RangeReport> => {
  try {
    return await processOnce(processor, range, { cursor, careful: false })
  } catch (error) {
    if (!(error instanceof EventRefused)) throw error
    return processOnce(processor, range, { cursor, careful: true })
  }
}
