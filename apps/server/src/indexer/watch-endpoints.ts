/** Checks of all endpoints: at the start, and every few seconds beside the work. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ChainNow } from '../platform/chain/chain-clock.ts'
import type { ChainReader, Header, LogFilter } from './chain-reader.ts'
import { checkEndpoint } from './check-chain.ts'
import type { Endpoint, EndpointPool } from './endpoint-pool.ts'
import {
  EndpointBehindError,
  type LogProof,
  WrongHeaderError,
  WrongLogsError,
  WrongNumbersError,
} from './errors.ts'
import { isSameLog } from './event-log.ts'
import type { indexerMetrics } from './metrics.ts'

export interface Watching {
  readonly chainId: number
  readonly filters: readonly LogFilter[]
  readonly metrics: ReturnType<typeof indexerMetrics>
  readonly logger: Logger
  readonly watchMs: number
}

/** Maximum lag of its newest final block behind the best endpoint's. */
const LAG_MAX_SECONDS = 10n

/** Whether it still answers wrongly the request for logs for which it was left out. */
const isStillWrong = async (
  prober: ChainReader,
  filters: readonly LogFilter[],
  { log, isThere }: LogProof,
): Promise<boolean> => {
  const answer = await prober.range(filters, { from: log.blockNumber, to: log.blockNumber })
  const has = answer?.logs.some((one) => isSameLog(one, log)) ?? false
  return has !== isThere
}

const inspect = async (
  pool: EndpointPool,
  { chainId, filters }: Watching,
  { endpoint, cursor }: { endpoint: Endpoint; cursor: ChainNow | undefined },
): Promise<Header | undefined> => {
  const { prober, problem } = endpoint
  return pool.ask(endpoint, async () => {
    const header = await checkEndpoint(prober, { chainId, cursor, filters })
    if (problem instanceof WrongHeaderError && problem.block !== undefined) await prober.header(problem.block)
    const proof = problem instanceof WrongLogsError ? problem.proof : undefined
    if (problem && proof && (await isStillWrong(prober, filters, proof))) throw problem
    if (problem instanceof WrongNumbersError && (await problem.isStillWrong())) throw problem
    return header
  })
}

/**
 * The best is at most as new as the wall clock: an endpoint that invents future blocks makes no other one
 * late.
 */
const judgeLag = (
  { leaveOut, takeBack }: EndpointPool,
  { metrics }: Watching,
  found: ReadonlyMap<Endpoint, Header>,
): void => {
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
    else leaveOut(endpoint, new EndpointBehindError(`its newest final block, ${number}, is ${lag} s behind`))
  }
}

/** Checks each of them: those that pass are used, the others are left out. */
export const inspectAll = async (
  pool: EndpointPool,
  watching: Watching,
  cursor: ChainNow | undefined,
): Promise<void> => {
  const found = new Map<Endpoint, Header>()
  await Promise.all(
    pool.all.map(async (endpoint) => {
      const header = await inspect(pool, watching, { endpoint, cursor })
      if (header) found.set(endpoint, pool.recordFinal(endpoint, header))
    }),
  )
  judgeLag(pool, watching, found)
}

/** Checks them all every few seconds, until `signal`. A single one is judged only by its answers. */
export const watchEndpoints = async (
  pool: EndpointPool,
  watching: Watching,
  { readCursor, signal }: { readCursor: () => Promise<ChainNow | undefined>; signal: AbortSignal },
): Promise<void> => {
  if (pool.all.length < 2) return
  while (!signal.aborted) {
    await delay(watching.watchMs, undefined, { signal }).catch(() => undefined) // aborted: the loop ends
    if (signal.aborted) return
    await inspectAll(pool, watching, await readCursor()).catch((error: unknown) => {
      watching.logger.warn({ err: error }, 'the RPC endpoints could not be checked')
    })
  }
}
