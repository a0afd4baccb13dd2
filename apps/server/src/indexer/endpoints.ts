/**
 * The RPC endpoints for following the chain. The first usable one in the configured order is asked; the
 * others confirm its answers. One that does not answer, lags, or contradicts the database or the majority is
 * left out, until a background check finds it healthy again (ADR 0034).
 */
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import type { ChainNow } from '../platform/chain/chain-clock.ts'
import { endpointName } from '../platform/chain/endpoints/endpoint-name.ts'
import { AHEAD_MAX_SECONDS } from '../platform/chain/endpoints/heads.rules.ts'
import type { EndpointVerdict } from '../platform/chain/endpoints/indexer-verdicts.ts'
import { type ChainReader, createChainReader, type Header } from './chain-reader.ts'
import { confirmableBlock, confirmBlock } from './confirm-block.ts'
import type { Endpoint, EndpointPool } from './endpoint-pool.ts'
import {
  ENDPOINT_ERRORS,
  EndpointOutvotedError,
  IndexerHaltedError,
  isAboutEndpoint,
  LogsNotServedError,
  WrongHeaderError,
  WrongNumbersError,
} from './errors.ts'
import { createJsonRpc } from './json-rpc.ts'
import { inspectAll, type Watching, watchEndpoints } from './watch-endpoints.ts'

export interface Endpoints extends EndpointPool {
  /** Checks each of them. Throws when none can be used: an `IndexerHaltedError` when that is permanent. */
  check(cursor: ChainNow | undefined): Promise<void>
  /**
   * Runs `work` with the first usable endpoint; an endpoint that fails is left out, and the next one is used.
   */
  withFirst<T>(work: (endpoint: Endpoint) => Promise<T>): Promise<T>
  /** See `confirm-block.ts`. */
  confirmable(endpoint: Endpoint, finalized: Header): Promise<bigint>
  confirm(endpoint: Endpoint, block: Header): Promise<boolean>
  /** Checks them all every few seconds, until `signal`. */
  watch(readCursor: () => Promise<ChainNow | undefined>, signal: AbortSignal): Promise<void>
}

const WATCH_MS = 5_000
/** Milliseconds; shorter if there are other endpoints to try. */
const TIMEOUT_MS = { alone: 30_000, amongOthers: 8_000, probe: 4_000 }

/**
 * Whether an endpoint that failed may be used again without a check, because its data was right so far. One
 * that contradicts the database or the others is checked first.
 */
const isTrusted = ({ problem }: Endpoint): boolean =>
  !(
    problem instanceof IndexerHaltedError ||
    problem instanceof EndpointOutvotedError ||
    problem instanceof WrongHeaderError ||
    problem instanceof WrongNumbersError
  )

/**
 * Whether its data is wrong, not just late or missing; that it serves no logs does not matter to other
 * processes.
 */
const isDistrusted = (endpoint: Endpoint): boolean =>
  !(isTrusted(endpoint) || endpoint.problem instanceof LogsNotServedError)

const verdictOf = ({ url, name, problem }: Endpoint): EndpointVerdict => ({
  url,
  name,
  problem: problem?.name ?? '',
})

export interface EndpointsInput extends Omit<Watching, 'watchMs'> {
  readonly rpcUrls: readonly string[]
  /** Aborts requests. */
  readonly stopping: () => AbortSignal | undefined
  readonly watchMs?: number | undefined
  /** Called with all distrusted endpoints, whenever one is left out or used again. */
  readonly onVerdicts?: ((distrusted: readonly EndpointVerdict[]) => void) | undefined
}

/** Refuses final blocks newer than the wall clock, except on the local chain, where tests change the time. */
const refuseFuture =
  (chainId: number) =>
  (finalized: Header): Header => {
    const ahead = finalized.timestamp - BigInt(Math.floor(Date.now() / 1_000))
    if (chainId === LOCAL_CHAIN_ID || ahead <= AHEAD_MAX_SECONDS) return finalized
    throw new WrongHeaderError(
      `its newest final block, ${finalized.number}, is ${ahead} s ahead of this machine's clock`,
    )
  }

const openAll = ({ rpcUrls, chainId, stopping }: EndpointsInput): Endpoint[] => {
  const requireBegun = refuseFuture(chainId)
  const readerOf = (url: string, timeoutMs: number): ChainReader => {
    const rpc = createJsonRpc(url, { timeoutMs })
    return createChainReader((calls) => rpc(calls, stopping()), { requireBegun })
  }
  return rpcUrls.map((url, index) => ({
    url,
    name: endpointName(url, index),
    reader: readerOf(url, rpcUrls.length > 1 ? TIMEOUT_MS.amongOthers : TIMEOUT_MS.alone),
    prober: readerOf(url, rpcUrls.length > 1 ? TIMEOUT_MS.probe : TIMEOUT_MS.alone),
    problem: undefined,
    head: 0n,
  }))
}

const createPool = (input: EndpointsInput): EndpointPool & { usable(): Endpoint[] } => {
  const { logger, metrics, stopping, onVerdicts } = input
  const all = openAll(input)
  for (const { name } of all)
    for (const error of ENDPOINT_ERRORS) metrics.endpointLeftOut.inc({ endpoint: name, error }, 0)

  const show = (): void => {
    for (const { name, problem } of all)
      metrics.endpointUsable.set({ endpoint: name }, problem === undefined ? 1 : 0)
    onVerdicts?.(all.filter(isDistrusted).map(verdictOf))
  }

  const leaveOut = (endpoint: Endpoint, error: Error): void => {
    const { name, problem } = endpoint
    if (stopping()?.aborted) return // its answer was not awaited
    const isNew = problem?.name !== error.name
    endpoint.problem = error
    show()
    if (!isNew) return
    metrics.endpointLeftOut.inc({ endpoint: name, error: error.name })
    if (all.length > 1) logger.warn({ endpoint: name, err: error }, 'an RPC endpoint is left out')
  }

  const takeBack = (endpoint: Endpoint): void => {
    const wasOut = endpoint.problem !== undefined
    endpoint.problem = undefined
    show()
    if (wasOut && all.length > 1) logger.info({ endpoint: endpoint.name }, 'an RPC endpoint is used again')
  }

  const usable = () => all.filter(({ problem }) => problem === undefined)
  return {
    all,
    usable,
    othersOf: (endpoint) => usable().filter((other) => other !== endpoint),
    leaveOut,
    takeBack,
    recordFinal: (endpoint, finalized) => {
      if (finalized.number > endpoint.head) endpoint.head = finalized.number
      return finalized
    },
    ask: async (endpoint, question) => {
      try {
        return await question(endpoint.prober)
      } catch (error) {
        if (!isAboutEndpoint(error)) throw error
        leaveOut(endpoint, error)
        return undefined
      }
    },
  }
}

/** Reason why no endpoint can be used, preferably a temporary one. */
const reasonOfNone = (all: readonly Endpoint[]): Error => {
  const problems = all.flatMap(({ problem }) => problem ?? [])
  const passing = problems.find((problem) => !(problem instanceof IndexerHaltedError))
  return passing ?? problems[0] ?? new TypeError('no RPC endpoint is configured')
}

export const createEndpoints = (input: EndpointsInput): Endpoints => {
  const { stopping, watchMs = WATCH_MS } = input
  const { usable, ...pool } = createPool(input)
  const { all, leaveOut, takeBack } = pool
  const watching = { ...input, watchMs }
  return {
    ...pool,
    check: async (cursor) => {
      await inspectAll(pool, watching, cursor)
      if (usable().length === 0 && !stopping()?.aborted) throw reasonOfNone(all)
    },
    withFirst: async (work) => {
      // If none is left, those that may have recovered are tried: the background check is slower. A single
      // one has no background check: it is asked again, unless that would change nothing.
      const isLeft =
        all.length > 1 ? isTrusted : ({ problem }: Endpoint) => !(problem instanceof IndexerHaltedError)
      const candidates = usable().length > 0 ? usable() : all.filter(isLeft)
      for (const endpoint of candidates) {
        try {
          const result = await work(endpoint)
          if (all.length === 1) takeBack(endpoint)
          return result
        } catch (error) {
          // An abort on shutdown is no fault of the endpoint, and does not mean that there is none.
          if (!isAboutEndpoint(error) || stopping()?.aborted) throw error
          leaveOut(endpoint, error)
        }
      }
      throw reasonOfNone(all)
    },
    confirmable: (endpoint, finalized) => confirmableBlock(pool, endpoint, finalized),
    confirm: (endpoint, block) => confirmBlock(pool, endpoint, block),
    watch: (readCursor, signal) => watchEndpoints(pool, watching, { readCursor, signal }),
  }
}
