/**
 * One RPC endpoint as the client of calls and ticks uses it: its chain is checked first, and it rests after a
 * failure.
 */
import type { Logger } from 'pino'
import { HttpRequestError, http, TimeoutError, type Transport } from 'viem'
import { causesOf } from '../../platform/causes.ts'
import { FatalError, RetryableError } from '../../platform/errors.ts'
import { traced } from '../../platform/tracing/traced.ts'

/** The endpoint serves another chain: it is never used. */
export class EndpointOfAnotherChainError extends FatalError {}

/** The endpoint has just failed, and is not asked for a few seconds. */
class EndpointRestsError extends RetryableError {}

const REST_MS = 5_000
/** Milliseconds; shorter if there are other endpoints to try. */
const TIMEOUT_MS = { alone: 10_000, amongOthers: 4_000 }

export interface ChainEndpoint {
  readonly url: string
  /** Place in the configuration and host: what may be secret in the URL is left out. */
  readonly name: string
  /** Milliseconds, monotonic. */
  restsUntil: number
  /** Why it rests: asking one that hangs again costs every caller the whole time-out. */
  hangs: boolean
  /** The check of its chain; kept once it has answered. */
  checked: Promise<void> | undefined
}

export const chainEndpoints = (urls: readonly string[]): readonly ChainEndpoint[] =>
  urls.map((url, index) => ({
    url,
    name: `${index + 1}:${new URL(url).host}`,
    restsUntil: 0,
    hangs: false,
    checked: undefined,
  }))

const rests = ({ restsUntil }: ChainEndpoint): boolean => performance.now() < restsUntil

/**
 * Whether an endpoint that failed recently is skipped: if it hangs, or if another one has not failed. A
 * single endpoint is never skipped.
 */
const isLeftOut = (endpoint: ChainEndpoint, all: readonly ChainEndpoint[]): boolean =>
  all.length > 1 && rests(endpoint) && (endpoint.hangs || all.some((other) => !rests(other)))

const failureOf = (error: unknown): { hangs: boolean } | undefined => {
  for (const cause of causesOf(error)) {
    if (cause instanceof TimeoutError) return { hangs: true }
    if (cause instanceof HttpRequestError) return { hangs: false }
  }
  return undefined
}

/** For viem's `fallback`, which goes to the next one when this throws. */
export const endpointTransport =
  (
    endpoint: ChainEndpoint,
    { all, chainId, logger }: { all: readonly ChainEndpoint[]; chainId: number; logger: Logger },
  ): Transport =>
  (options) => {
    const timeout = all.length > 1 ? TIMEOUT_MS.amongOthers : TIMEOUT_MS.alone
    const inner = http(endpoint.url, { batch: true, timeout })(options)
    const checkChain = async (): Promise<void> => {
      const found = Number(await inner.request({ method: 'eth_chainId' }))
      if (found === chainId) return
      const wrong = new EndpointOfAnotherChainError(
        `RPC_URLS: endpoint ${endpoint.name} serves chain ${found}, not ${chainId}`,
      )
      logger.error({ endpoint: endpoint.name, err: wrong }, 'an RPC endpoint is of another chain')
      throw wrong
    }
    /** Asked once; again after a failure to answer. */
    const requireChain = (): Promise<void> => {
      endpoint.checked ??= checkChain().catch((error: unknown) => {
        if (!(error instanceof EndpointOfAnotherChainError)) endpoint.checked = undefined
        throw error
      })
      return endpoint.checked
    }
    const ask = async (body: { method: string; params?: unknown }): Promise<unknown> => {
      if (isLeftOut(endpoint, all)) throw new EndpointRestsError(`${endpoint.name} does not answer`)
      try {
        await requireChain()
        const answer: unknown = await inner.request(body)
        endpoint.restsUntil = 0
        return answer
      } catch (error) {
        const failure = failureOf(error)
        if (failure) {
          if (!rests(endpoint))
            logger.warn({ endpoint: endpoint.name, err: error }, 'an RPC endpoint does not answer')
          endpoint.restsUntil = performance.now() + REST_MS
          endpoint.hangs = failure.hangs
        }
        throw error
      }
    }
    const askTraced = (body: { method: string; params?: unknown }) =>
      traced('rpc', body.method, () => ask(body))
    return { ...inner, request: askTraced as typeof inner.request }
  }
