import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Hex } from 'viem'
import { type ChainNow, readChainClock } from '../platform/chain/chain-clock.ts'
import type { AdvanceHook, EventHandler } from '../platform/chain/chain-events.ts'
import type { Database } from '../platform/database/database.ts'
import { isRetryable } from '../platform/errors.ts'
import type { Header, LogFilter } from './chain-reader.ts'
import { checkCursor, requireChainOf } from './check-chain.ts'
import { argsReader } from './decode-event.ts'
import { createEndpoints, type Endpoint } from './endpoints.ts'
import { IndexerHaltedError, RpcInconsistentError } from './errors.ts'
import { type FetchedRange, fetchRange } from './fetch-range.ts'
import { indexerMetrics } from './metrics.ts'
import { handlerKey, processRange } from './process-range.ts'
import { startRange } from './range-size.rules.ts'

export interface IndexerOptions {
  readonly database: Database
  /** In order of preference; each must serve `eth_getLogs`. */
  readonly rpcUrls: readonly string[]
  readonly chainId: number
  /** The block before the first one of interest. */
  readonly startBlock: bigint
  readonly handlers: readonly EventHandler[]
  readonly hooks: readonly AdvanceHook[]
  readonly logger: Logger
  readonly registry: Registry
  /** Milliseconds between two looks for new finalized blocks. */
  readonly pollMs?: number
  /** Blocks asked for at once, at most. */
  readonly rangeMax?: number
  /** Milliseconds between two checks of all endpoints. */
  readonly watchMs?: number
  /** See `createEndpoints`. */
  readonly onVerdicts?: Parameters<typeof createEndpoints>[0]['onVerdicts']
}

export interface Indexer {
  /**
   * Checks chain, history and endpoints before anything is written. Throws if no endpoint can be used: an
   * `IndexerHaltedError` that names what is wrong, or a retryable error if it is temporary.
   */
  check(): Promise<void>
  /** Processes one range. `false`: nothing new is final. */
  step(): Promise<boolean>
  /** Steps until nothing new is final: for tests and tools. */
  catchUp(): Promise<void>
  /**
   * Checks, then follows the chain until `signal`. Tries again after every passing error; rejects when it
   * halts.
   */
  run(signal: AbortSignal): Promise<void>
}

const POLL_MS = 500
const RANGE_MAX = 5_000
const BACKOFF_MAX_MS = 5_000

const groupHandlers = (handlers: readonly EventHandler[]): Map<string, EventHandler[]> =>
  Map.groupBy(handlers, ({ address, topic }) => handlerKey(address, topic))

/** One question for each set of wanted arguments; most events have none. */
const filtersOf = (handlers: readonly EventHandler[]): LogFilter[] =>
  [...Map.groupBy(handlers, ({ wanted }) => JSON.stringify(wanted)).values()].map((alike) => ({
    addresses: [...new Set(alike.map(({ address }) => address))],
    topics: [[...new Set(alike.map(({ topic }) => topic))], ...(alike[0]?.wanted ?? [])],
  }))

/** A range that is fetched while the one before it is written. */
interface Ahead {
  readonly endpoint: Endpoint
  readonly first: bigint
  readonly parentHash: Hex
  readonly range: Promise<FetchedRange>
}

/** Waits; an aborted signal ends the wait, not the program. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })

/** Follows the finalized chain: events to handlers, in order, exactly once; knows no product. */
export const createIndexer = (options: IndexerOptions): Indexer => {
  const { database, chainId, startBlock, handlers, hooks, logger, pollMs = POLL_MS } = options
  let stopping: AbortSignal | undefined
  const metrics = indexerMetrics(options.registry)
  for (const { name } of handlers) {
    metrics.events.inc({ handler: name }, 0)
    metrics.suspense.inc({ handler: name }, 0)
  }
  const filters = filtersOf(handlers)
  for (const { event } of handlers) argsReader(event) // what it cannot read is said now
  const endpoints = createEndpoints({
    rpcUrls: options.rpcUrls,
    chainId,
    filters,
    logger,
    metrics,
    watchMs: options.watchMs,
    onVerdicts: options.onVerdicts,
    stopping: () => stopping,
  })
  const processor = { database, chainId, handlers: groupHandlers(handlers), hooks, logger }
  let size = startRange(options.rangeMax ?? RANGE_MAX)
  /** The newest final block, as far as another endpoint has it too. */
  let newest: Header | undefined

  const check = async () => {
    const cursor = await readChainClock(database.read)
    requireChainOf(cursor, chainId)
    await endpoints.check(cursor)
  }

  let ahead: Ahead | undefined

  const fetchAhead = (
    endpoint: Endpoint,
    { to, size }: FetchedRange,
    finalized: Header,
  ): Ahead | undefined => {
    if (to.number >= finalized.number) return undefined
    const [first, parentHash] = [to.number + 1n, to.hash]
    const hasOthers = endpoints.hasOthers(endpoint)
    const range = fetchRange(endpoint.reader, { filters, first, parentHash, finalized, size, hasOthers })
    range.catch(() => undefined) // thrown where the range is awaited; if it never is, it is fetched again
    return { endpoint, first, parentHash, range }
  }

  const lastConfirmable = async (endpoint: Endpoint, finalized: Header): Promise<Header> => {
    const number = await endpoints.confirmable(endpoint, finalized)
    if (number === finalized.number) return finalized
    const header = await endpoint.reader.header(number)
    if (!header) throw new RpcInconsistentError(`the node does not have block ${number}, which is final`)
    return header
  }

  /** The blocks after the clock; `undefined`: nothing new is final. */
  const nextBlocks = async (
    endpoint: Endpoint,
    clock: ChainNow | undefined,
  ): Promise<FetchedRange | undefined> => {
    const { reader } = endpoint
    const first = (clock?.blockNumber ?? startBlock) + 1n
    const known = ahead
    ahead = undefined
    const follows = known?.first === first && known.parentHash === clock?.hash
    if (known && follows && known.endpoint === endpoint) return known.range
    const said = await reader.finalized()
    metrics.finalized.set(Number(said.number))
    const finalized = said.number < first ? said : await lastConfirmable(endpoint, said)
    newest = finalized
    if (clock && finalized.number < clock.blockNumber) {
      await checkCursor(reader, clock) // a node that lags behind others passes, a chain that lost blocks does not
      return undefined
    }
    if (finalized.number < first) return undefined
    const hasOthers = endpoints.hasOthers(endpoint)
    return fetchRange(reader, { filters, first, parentHash: clock?.hash, finalized, size, hasOthers })
  }

  const stepWith = async (endpoint: Endpoint, clock: ChainNow | undefined): Promise<boolean> => {
    const range = await nextBlocks(endpoint, clock)
    if (!range || !(await endpoints.confirm(endpoint, range.to))) return false
    size = range.size
    ahead = newest && fetchAhead(endpoint, range, newest)
    const cursor = clock && { number: clock.blockNumber, hash: clock.hash, timestamp: clock.timestamp }
    const report = await processRange(processor, range, cursor)
    for (const [handler, count] of report.handled) metrics.events.inc({ handler }, count)
    for (const [handler, count] of report.suspended) metrics.suspense.inc({ handler }, count)
    metrics.block.set(Number(range.to.number))
    metrics.blockTime.set(Number(range.to.timestamp))
    metrics.rangeBlocks.set(size.blocks)
    return true
  }

  const step = async (): Promise<boolean> => {
    const clock = await readChainClock(database.read)
    if (clock) metrics.block.set(Number(clock.blockNumber))
    return endpoints.withFirst((endpoint) => stepWith(endpoint, clock))
  }

  const catchUp = async () => {
    while (await step());
  }

  /** Runs `work` until it succeeds; only a halt gets out. */
  const persist = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
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

  const run = async (signal: AbortSignal) => {
    stopping = signal
    const ended = new AbortController()
    const watched = endpoints.watch(
      () => readChainClock(database.read),
      AbortSignal.any([signal, ended.signal]),
    )
    try {
      await persist(check, signal)
      while (!signal.aborted) {
        if (!(await persist(step, signal))) await pause(pollMs, signal)
      }
    } catch (error) {
      logger.fatal({ err: error }, 'the indexer has halted: an operator has to look at it')
      throw error
    } finally {
      ended.abort()
      await watched
    }
  }

  return { check, step, catchUp, run }
}
