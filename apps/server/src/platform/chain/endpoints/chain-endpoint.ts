/** One RPC endpoint: its chain is checked before its first answer is used, and it pauses after a failure. */
import type { Logger } from 'pino'
import { HttpRequestError, http, TimeoutError } from 'viem'
import { causesOf } from '../../causes.ts'
import { FatalError } from '../../errors.ts'
import { traced } from '../../tracing/traced.ts'
import { endpointFingerprint, endpointName } from './endpoint-name.ts'

/** The endpoint serves another chain: it is never used. */
export class EndpointOfAnotherChainError extends FatalError {}

const REST_MS = 5_000
/** Milliseconds; shorter if there are other endpoints to try. */
const TIMEOUT_MS = { alone: 10_000, amongOthers: 4_000 }

export interface RpcRequest {
  readonly method: string
  readonly params?: unknown
}

export interface ChainEndpoint {
  readonly name: string
  readonly fingerprint: string
  /** Throws viem's errors, and `EndpointOfAnotherChainError`. */
  request(body: RpcRequest): Promise<unknown>
  /** Whether it failed within the last seconds. */
  rests(): boolean
  /** Whether it failed and has not answered since. */
  isSilent(): boolean
  /** Whether it pauses because it hangs: asking again would cost every caller the whole time-out. */
  hangs(): boolean
}

const failureOf = (error: unknown): { hangs: boolean } | undefined => {
  for (const cause of causesOf(error)) {
    if (cause instanceof TimeoutError) return { hangs: true }
    if (cause instanceof HttpRequestError) return { hangs: false }
  }
  return undefined
}

export const createChainEndpoint = (input: {
  readonly url: string
  readonly index: number
  readonly isAlone: boolean
  readonly chainId: number
  readonly logger: Logger
}): ChainEndpoint => {
  const { url, index, isAlone, chainId, logger } = input
  const name = endpointName(url, index)
  const timeout = isAlone ? TIMEOUT_MS.alone : TIMEOUT_MS.amongOthers
  const inner = http(url, { batch: true, timeout, retryCount: 0 })({})
  /** Milliseconds, monotonic. */
  let restsUntil = 0
  let hangs = false
  let isSilent = false
  let checked: Promise<void> | undefined
  const rests = (): boolean => performance.now() < restsUntil

  const checkChain = async (): Promise<void> => {
    const found = Number(await inner.request({ method: 'eth_chainId' }))
    if (found === chainId) return
    const wrong = new EndpointOfAnotherChainError(
      `RPC_URLS: endpoint ${name} serves chain ${found}, not ${chainId}`,
    )
    logger.error({ endpoint: name, err: wrong }, 'an RPC endpoint is of another chain')
    throw wrong
  }
  /** Checks the chain once, again after a failure to answer. */
  const requireChain = (): Promise<void> => {
    checked ??= checkChain().catch((error: unknown) => {
      if (!(error instanceof EndpointOfAnotherChainError)) checked = undefined
      throw error
    })
    return checked
  }
  const ask = async (body: RpcRequest): Promise<unknown> => {
    try {
      await requireChain()
      const answer: unknown = await inner.request(body)
      restsUntil = 0
      isSilent = false
      return answer
    } catch (error) {
      const failure = failureOf(error)
      if (failure || error instanceof EndpointOfAnotherChainError) isSilent = true
      if (failure) {
        if (!rests()) logger.warn({ endpoint: name, err: error }, 'an RPC endpoint does not answer')
        restsUntil = performance.now() + REST_MS
        hangs = failure.hangs
      }
      throw error
    }
  }
  return {
    name,
    fingerprint: endpointFingerprint(url),
    request: (body) => traced('rpc', body.method, () => ask(body)),
    rests,
    isSilent: () => isSilent,
    hangs: () => hangs,
  }
}
