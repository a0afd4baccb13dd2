/**
 * The RPC endpoints the chain is followed with. The first usable one in the configured order is asked; the
 * others confirm what it says. One that does not answer, lags, or contradicts the database or the majority is
 * left out, until a background check finds it healthy again (ADR 0034).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ChainNow } from '../platform/chain/chain-clock.ts'
import { endpointName } from '../platform/chain/endpoints/endpoint-name.ts'
import type { EndpointVerdict } from '../platform/chain/endpoints/indexer-verdicts.ts'
import { type ChainReader, createChainReader, type Header, type LogFilter } from './chain-reader.ts'
import { checkEndpoint } from './check-chain.ts'
import { judgeBlock } from './endpoint-votes.rules.ts'
import {
  ENDPOINT_ERRORS,
  EndpointBehindError,
  EndpointOutvotedError,
  EndpointsDisagreeError,
  IndexerHaltedError,
  isAboutEndpoint,
  LogsNotServedError,
  RpcInconsistentError,
} from './errors.ts'
import { createJsonRpc } from './json-rpc.ts'
import type { indexerMetrics } from './metrics.ts'

export interface Endpoint {
  readonly url: string
  /** Place in the configuration and host, without what may be secret in the URL: for logs and metrics. */
  readonly name: string
  readonly reader: ChainReader
  /** With less patience: for what the others confirm, and for the checks that run beside. */
  readonly prober: ChainReader
  /** Why it is left out; undefined: it is used. */
  problem: Error | undefined
  /** The highest block it has called final. */
  head: bigint
}

export interface Endpoints {
  /**
   * Checks each of them. Throws when none can be used: an `IndexerHaltedError` when that cannot pass by
   * itself.
   */
  check(cursor: ChainNow | undefined): Promise<void>
  /**
   * Runs `work` with the first usable endpoint; on a fault of the endpoint it is left out, and the next one
   * is used.
   */
  withFirst<T>(work: (endpoint: Endpoint) => Promise<T>): Promise<T>
  /** Whether any other endpoint is in use. */
  hasOthers(endpoint: Endpoint): boolean
  /**
   * The newest final block that another endpoint has too: `finalized` of this endpoint, or the best of the
   * others below it.
   */
  confirmable(endpoint: Endpoint, finalized: Header): Promise<bigint>
  /**
   * Whether this block of the endpoint may be written: another endpoint has it too, or there is no other.
   * Throws if at least as many endpoints have another block at that number; a minority is left out.
   */
  confirm(endpoint: Endpoint, block: Header): Promise<boolean>
  /** Checks them all every few seconds, until `signal`. */
  watch(readCursor: () => Promise<ChainNow | undefined>, signal: AbortSignal): Promise<void>
}

const WATCH_MS = 5_000
/** Milliseconds; shorter if there are other endpoints to try. */
const TIMEOUT_MS = { alone: 30_000, amongOthers: 8_000, probe: 4_000 }
/** Its newest final block may be this much older than the best endpoint's. */
const LAG_MAX_SECONDS = 10n

/**
 * Whether an endpoint that failed may be used again without a check: its data was right so far. One that
 * contradicts the database or the others is checked first.
 */
const mayBeWell = ({ problem }: Endpoint): boolean =>
  !(problem instanceof IndexerHaltedError || problem instanceof EndpointOutvotedError)

/** What it says is wrong, not just late or missing; whether it serves logs is of no interest to others. */
const isDistrusted = (endpoint: Endpoint): boolean =>
  !(mayBeWell(endpoint) || endpoint.problem instanceof LogsNotServedError)

const verdictOf = ({ url, name, problem }: Endpoint): EndpointVerdict => ({
  url,
  name,
  problem: problem?.name ?? '',
})

export const createEndpoints = (input: {
  readonly rpcUrls: readonly string[]
  readonly chainId: number
  readonly filters: readonly LogFilter[]
  readonly logger: Logger
  readonly metrics: ReturnType<typeof indexerMetrics>
  /** Aborts requests. */
  readonly stopping: () => AbortSignal | undefined
  readonly watchMs?: number | undefined
  /** Is given all endpoints that are not believed, whenever one is left out or taken back. */
  readonly onVerdicts?: ((distrusted: readonly EndpointVerdict[]) => void) | undefined
}): Endpoints => {
  const { rpcUrls, chainId, filters, logger, metrics, stopping, watchMs = WATCH_MS, onVerdicts } = input
  const readerOf = (url: string, timeoutMs: number): ChainReader => {
    const rpc = createJsonRpc(url, { timeoutMs })
    return createChainReader((calls) => rpc(calls, stopping()))
  }
  const endpoints: readonly Endpoint[] = rpcUrls.map((url, index) => ({
    url,
    name: endpointName(url, index),
    reader: readerOf(url, rpcUrls.length > 1 ? TIMEOUT_MS.amongOthers : TIMEOUT_MS.alone),
    prober: readerOf(url, rpcUrls.length > 1 ? TIMEOUT_MS.probe : TIMEOUT_MS.alone),
    problem: undefined,
    head: 0n,
  }))
  for (const { name } of endpoints)
    for (const error of ENDPOINT_ERRORS) metrics.endpointLeftOut.inc({ endpoint: name, error }, 0)
  const usable = () => endpoints.filter(({ problem }) => problem === undefined)
  const othersOf = (endpoint: Endpoint) => usable().filter((other) => other !== endpoint)

  const show = (): void => {
    for (const { name, problem } of endpoints)
      metrics.endpointUsable.set({ endpoint: name }, problem === undefined ? 1 : 0)
    onVerdicts?.(endpoints.filter(isDistrusted).map(verdictOf))
  }

  const leaveOut = (endpoint: Endpoint, error: Error): void => {
    const { name, problem } = endpoint
    if (stopping()?.aborted) return // its answer was not waited for
    const isNew = problem?.name !== error.name
    endpoint.problem = error
    show()
    if (!isNew) return
    metrics.endpointLeftOut.inc({ endpoint: name, error: error.name })
    if (endpoints.length > 1) logger.warn({ endpoint: name, err: error }, 'an RPC endpoint is left out')
  }

  const takeBack = (endpoint: Endpoint): void => {
    const wasOut = endpoint.problem !== undefined
    endpoint.problem = undefined
    show()
    if (wasOut && endpoints.length > 1)
      logger.info({ endpoint: endpoint.name }, 'an RPC endpoint is used again')
  }

  /** Why no endpoint can be used: preferably a temporary reason, if there is one. */
  const reasonOfNone = (): Error => {
    const problems = endpoints.flatMap(({ problem }) => problem ?? [])
    const passing = problems.find((problem) => !(problem instanceof IndexerHaltedError))
    return passing ?? problems[0] ?? new TypeError('no RPC endpoint is configured')
  }

  const inspect = async (endpoint: Endpoint, cursor: ChainNow | undefined): Promise<Header | undefined> => {
    const { prober } = endpoint
    try {
      return await checkEndpoint(prober, { chainId, cursor, filters })
    } catch (error) {
      if (!isAboutEndpoint(error)) throw error
      leaveOut(endpoint, error)
      return undefined
    }
  }

  /**
   * The best is at most as new as the wall's clock: an endpoint that invents blocks of the future makes no
   * other one late.
   */
  const judgeLag = (found: ReadonlyMap<Endpoint, Header>): void => {
    const now = BigInt(Math.floor(Date.now() / 1_000))
    const newest = [...found.values()].reduce(
      (best, { timestamp }) => (timestamp > best ? timestamp : best),
      0n,
    )
    const best = newest < now ? newest : now
    for (const [endpoint, { number, timestamp }] of found) {
      const lag = timestamp < best ? best - timestamp : 0n
      metrics.endpointLag.set({ endpoint: endpoint.name }, Number(lag))
      if (lag <= LAG_MAX_SECONDS) takeBack(endpoint)
      else
        leaveOut(endpoint, new EndpointBehindError(`its newest final block, ${number}, is ${lag} s behind`))
    }
  }

  const inspectAll = async (cursor: ChainNow | undefined): Promise<void> => {
    const found = new Map<Endpoint, Header>()
    await Promise.all(
      endpoints.map(async (endpoint) => {
        const header = await inspect(endpoint, cursor)
        if (header) found.set(endpoint, hear(endpoint, header))
      }),
    )
    judgeLag(found)
  }

  /** An endpoint says which block is final. */
  const hear = (endpoint: Endpoint, finalized: Header): Header => {
    if (finalized.number > endpoint.head) endpoint.head = finalized.number
    return finalized
  }

  /** What another endpoint says when it is asked to confirm; one that does not answer is left out. */
  const ask = async <T>(
    endpoint: Endpoint,
    question: (prober: ChainReader) => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await question(endpoint.prober)
    } catch (error) {
      if (!isAboutEndpoint(error)) throw error
      leaveOut(endpoint, error)
      return undefined
    }
  }

  return {
    check: async (cursor) => {
      await inspectAll(cursor)
      if (usable().length === 0 && !stopping()?.aborted) throw reasonOfNone()
    },
    withFirst: async (work) => {
      // With none left those are tried that may be well again: the check that runs beside is slower.
      const candidates = usable().length > 0 ? usable() : endpoints.filter(mayBeWell)
      for (const endpoint of candidates) {
        try {
          const result = await work(endpoint)
          if (endpoints.length === 1) takeBack(endpoint) // no check runs beside
          return result
        } catch (error) {
          // An abort at the end is no fault of the endpoint, and does not mean that there is none.
          if (!isAboutEndpoint(error) || stopping()?.aborted) throw error
          leaveOut(endpoint, error)
        }
      }
      throw reasonOfNone()
    },
    hasOthers: (endpoint) => othersOf(endpoint).length > 0,
    confirmable: async (endpoint, finalized) => {
      const heads = await Promise.all(
        othersOf(endpoint).map((other) =>
          ask(other, async (prober) => hear(other, await prober.finalized())),
        ),
      )
      const numbers = heads.flatMap((head) => head?.number ?? [])
      const best = numbers.reduce<bigint | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined)
      return best === undefined || best > finalized.number ? finalized.number : best
    },
    confirm: async (endpoint, block) => {
      const others = othersOf(endpoint)
      const answers = await Promise.all(
        others.map((other) =>
          ask(other, async (prober) => (await prober.header(block.number))?.hash ?? null),
        ),
      )
      const verdict = judgeBlock(
        block.hash,
        answers.map((answer) => answer ?? null),
      )
      const about = `block ${block.number} is ${block.hash} at ${endpoint.name}`
      if (verdict === 'tied')
        throw new EndpointsDisagreeError(`${about}, and another one at as many endpoints`)
      if (verdict === 'outvoted')
        throw new EndpointOutvotedError(`${about}, and another one at most endpoints`)
      others.forEach((other, index) => {
        const answer = answers[index]
        if (answer && answer !== block.hash)
          leaveOut(other, new EndpointOutvotedError(`${about}, and ${answer} at this one`))
        if (answer === null && other.head >= block.number)
          leaveOut(
            other,
            new RpcInconsistentError(`it called block ${other.head} final, and has no ${block.number}`),
          )
      })
      return verdict === 'confirmed' || othersOf(endpoint).length === 0
    },
    watch: async (readCursor, signal) => {
      if (endpoints.length < 2) return
      while (!signal.aborted) {
        await delay(watchMs, undefined, { signal }).catch(() => undefined) // an aborted wait: the loop ends
        if (signal.aborted) return
        await inspectAll(await readCursor()).catch((error: unknown) => {
          logger.warn({ err: error }, 'the RPC endpoints could not be checked')
        })
      }
    },
  }
}
