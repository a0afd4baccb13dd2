import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type ChainNow, readChainClock } from '../platform/chain/chain-clock.ts'
import type { AdvanceHook, EventHandler } from '../platform/chain/chain-events.ts'
import { type ChainNumber, type CountedEvent, readChainNumbers } from '../platform/chain/chain-numbers.ts'
import type { Database } from '../platform/database/database.ts'
import { isRetryable } from '../platform/errors.ts'
import { pause } from '../platform/pause.ts'
import { requireChainOf } from './check-chain.ts'
import { type ConfirmedRange, confirmLogs } from './completeness/confirm-logs.ts'
import { createEventCounter, numbersAt } from './completeness/count-events.ts'
import { type EventKind, filtersOf } from './completeness/event-kinds.rules.ts'
import { argsReader } from './decode-event.ts'
import type { Endpoint } from './endpoint-pool.ts'
import { createEndpoints } from './endpoints.ts'
import { IndexerHaltedError, NumbersDisagreeError, WrongLogsError } from './errors.ts'
import { indexerMetrics } from './metrics.ts'
import { createPatience, PATIENCE_MS } from './patience.ts'
import { groupHandlers, processRange } from './process-range.ts'
import { createReadAhead, type ReadRange } from './read-ahead.ts'
import { keepMending, mendGaps } from './reread/mend-gaps.ts'
import { type Blocks, type RereadReport, requireKept, rereadBlocks } from './reread/reread-blocks.ts'

export interface IndexerOptions {
  readonly database: Database
  /** In order of preference; each must serve `eth_getLogs`. */
  readonly rpcUrls: readonly string[]
  readonly chainId: number
  /** The block before the first one of interest. */
  readonly startBlock: bigint
  readonly handlers: readonly EventHandler[]
  readonly hooks: readonly AdvanceHook[]
  /** Numbers that the chain counts itself, compared with the events. */
  readonly numbers?: readonly ChainNumber[]
  readonly logger: Logger
  readonly registry: Registry
  /** Milliseconds between two checks for new final blocks. */
  readonly pollMs?: number
  /** Maximum number of blocks in a request. */
  readonly rangeMax?: number
  /** Milliseconds between two checks of all endpoints. */
  readonly watchMs?: number
  /** Milliseconds to wait for doubted logs (`patience.ts`). */
  readonly patienceMs?: number
  /** See `createEndpoints`. */
  readonly onVerdicts?: Parameters<typeof createEndpoints>[0]['onVerdicts']
}

export interface Indexer {
  /**
   * Checks chain, history and endpoints before anything is written. Throws if no endpoint can be used: an
   * `IndexerHaltedError` that names the problem, or a retryable error if it is temporary.
   */
  check(): Promise<void>
  /** Processes one range. False if nothing new is final. */
  step(): Promise<boolean>
  /** Processes ranges until nothing new is final: for tests and tools. */
  catchUp(): Promise<void>
  /** Reads processed blocks again, and books missing events. Idempotent. */
  reread(blocks: Blocks): Promise<RereadReport>
  /**
   * Rereads blocks if a number of the chain shows a gap. Returns whether one remains. `run` does it by
   * itself.
   */
  mend(): Promise<boolean>
  /** Checks, then follows the chain until `signal`. Retries after temporary errors; rejects when it halts. */
  run(signal: AbortSignal): Promise<void>
}

const POLL_MS = 500
const RANGE_MAX = 5_000
const BACKOFF_MAX_MS = 5_000

/** Events to request of a node: those of handlers, and those that move a number. */
const kindsOf = ({ handlers, numbers = [] }: IndexerOptions): EventKind[] => {
  const counted = numbers.flatMap(({ events }) => events)
  const isTaken = ({ address, topic }: CountedEvent) =>
    handlers.some((handler) => handler.address === address && handler.topic === topic)
  return [
    ...handlers,
    ...counted
      .filter((event) => !isTaken(event))
      .map(({ address, topic }) => ({ address, topic, wanted: [] })),
  ]
}

/** Starts counters at zero with their labels, and fails early for events that cannot be decoded. */
const announceEvents = (
  { handlers, numbers = [] }: IndexerOptions,
  metrics: ReturnType<typeof indexerMetrics>,
): void => {
  for (const { name } of handlers) {
    metrics.events.inc({ handler: name }, 0)
    metrics.suspense.inc({ handler: name }, 0)
  }
  for (const { event } of [...handlers, ...numbers.flatMap(({ events }) => events)]) argsReader(event)
}

/** The parts of an indexer. `stopping`: aborts its requests. */
const createParts = (options: IndexerOptions, stopping: () => AbortSignal | undefined) => {
  const { database, chainId, startBlock, handlers, hooks, numbers = [], logger } = options
  const metrics = indexerMetrics(options.registry)
  announceEvents(options, metrics)
  const kinds = kindsOf(options)
  const filters = filtersOf(kinds)
  const { rpcUrls, watchMs, onVerdicts } = options
  const source = { rpcUrls, chainId, filters, logger, metrics }
  const endpoints = createEndpoints({ ...source, watchMs, onVerdicts, stopping })
  const counter = createEventCounter(numbers)
  const confirming = { pool: endpoints, filters, numbers, kinds, counter, logger }
  const rangeMax = options.rangeMax ?? RANGE_MAX
  const ahead = createReadAhead({ endpoints, asking: confirming, filters, startBlock, rangeMax, metrics })
  const processor = { database, chainId, handlers: groupHandlers(handlers), hooks, logger }
  const rereading = { rereader: { ...processor, counter, now: () => new Date() }, endpoints, confirming }
  return { metrics, endpoints, confirming, ahead, processor, rereading }
}

/** Reads, confirms and writes one range. */
const createStep = (
  { database, numbers = [], patienceMs = PATIENCE_MS }: IndexerOptions,
  { metrics, endpoints, confirming, ahead, processor }: ReturnType<typeof createParts>,
) => {
  const patience = createPatience(patienceMs)

  const confirm = async (
    endpoint: Endpoint,
    { range, witness }: ReadRange,
    cursor: bigint | undefined,
  ): Promise<ConfirmedRange | undefined> => {
    const first = range.from.number
    if (!(await endpoints.confirm(endpoint, range.to))) return undefined
    const before = numbersAt(await readChainNumbers(database.read), { numbers, cursor })
    const patient = patience.isLeft(first)
    try {
      return await confirmLogs(confirming, endpoint, { range, witness, before, patient })
    } catch (error) {
      if (error instanceof WrongLogsError || error instanceof NumbersDisagreeError) patience.doubt(first)
      throw error
    }
  }

  const stepWith = async (endpoint: Endpoint, clock: ChainNow | undefined): Promise<boolean> => {
    const read = await ahead.next(endpoint, clock)
    const range = read && (await confirm(endpoint, read, clock?.blockNumber))
    if (!range) return false
    ahead.goOn(endpoint, range)
    const cursor = clock && { number: clock.blockNumber, hash: clock.hash, timestamp: clock.timestamp }
    const report = await processRange(processor, range, cursor)
    for (const [handler, count] of report.handled) metrics.events.inc({ handler }, count)
    for (const [handler, count] of report.suspended) metrics.suspense.inc({ handler }, count)
    metrics.block.set(Number(range.to.number))
    metrics.blockTime.set(Number(range.to.timestamp))
    return true
  }

  return async (): Promise<boolean> => {
    const clock = await readChainClock(database.read)
    if (clock) metrics.block.set(Number(clock.blockNumber))
    return endpoints.withFirst((endpoint) => stepWith(endpoint, clock))
  }
}

/** Runs `work` until it succeeds; throws only a halt. */
const persist = async <T>(
  work: () => Promise<T>,
  { logger, pollMs = POLL_MS }: IndexerOptions,
  { metrics, signal }: { metrics: ReturnType<typeof indexerMetrics>; signal: AbortSignal },
): Promise<T | undefined> => {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof IndexerHaltedError) throw error
      if (signal.aborted) return undefined
      metrics.errors.inc({ error: error instanceof Error ? error.name : 'unknown' })
      if (isRetryable(error))
        logger.warn({ err: error, failures }, 'the indexer could not go on, and tries again')
      else logger.error({ err: error, failures }, 'the indexer failed, and tries again')
      await pause(Math.min(pollMs * 2 ** failures, BACKOFF_MAX_MS), signal)
    }
  }
  return undefined
}

/**
 * Follows the finalized chain: passes events to handlers, in order, exactly once. Independent of the product.
 */
export const createIndexer = (options: IndexerOptions): Indexer => {
  const { database, chainId, logger, pollMs = POLL_MS } = options
  let stopping: AbortSignal | undefined
  const parts = createParts(options, () => stopping)
  const { endpoints, metrics, rereading } = parts
  const step = createStep(options, parts)
  const readCursor = () => readChainClock(database.read)
  const mender = {
    database,
    logger,
    reread: (blocks: Blocks, options?: { readonly onlyIfChanged: boolean }) =>
      rereadBlocks(rereading, blocks, options),
  }

  const check = async () => {
    const cursor = await readCursor()
    requireChainOf(cursor, chainId)
    await endpoints.check(cursor)
  }

  const follow = async (signal: AbortSignal): Promise<void> => {
    const persisting = { metrics, signal }
    await persist(check, options, persisting)
    while (!signal.aborted) {
      if (!(await persist(step, options, persisting))) await pause(pollMs, signal)
    }
  }

  return {
    check,
    step,
    catchUp: async () => {
      while (await step());
    },
    mend: () => mendGaps(mender),
    reread: async (blocks) => {
      await requireKept(database, blocks)
      await check()
      return rereadBlocks(rereading, blocks)
    },
    run: async (signal) => {
      stopping = signal
      const ended = new AbortController()
      const beside = AbortSignal.any([signal, ended.signal])
      const running = [endpoints.watch(readCursor, beside), keepMending(mender, beside)]
      try {
        await follow(signal)
      } catch (error) {
        logger.fatal({ err: error }, 'the indexer has halted: an operator has to look at it')
        throw error
      } finally {
        ended.abort()
        await Promise.all(running)
      }
    },
  }
}
