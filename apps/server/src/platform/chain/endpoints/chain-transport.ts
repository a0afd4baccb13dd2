/**
 * The chain through all endpoints, for viem. “The newest block” is the newest that any healthy endpoint
 * knows; what is read there is asked for by its number, so that an answer is of that block or is none: an
 * endpoint, or a node behind a load balancer, that does not have the block yet is passed over.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { custom, shouldThrow, type Transport } from 'viem'
import type { LowerHex } from '../../hex.ts'
import { isTrueHeader } from '../header-hash.ts'
import type { ChainEndpoint, RpcRequest } from './chain-endpoint.ts'
import { confirmAnswer, type GivenAnswer } from './confirm-answer.ts'
import { EndpointsRestError, type HeadBook, UntrueHeaderError } from './head-book.ts'
import type { NewestBlockReader } from './newest-block.ts'

/** viem's default for one endpoint; with several, each try goes through all of them. */
const RETRIES = { alone: 3, amongOthers: 1 }
/**
 * Waits for a block that no endpoint has, milliseconds: together longer than a block takes, and so many that
 * each of several nodes behind one URL has its turn.
 */
const BLOCK_WAITS_MS = [25, 50, 75, 100, 100, 100, 150, 150, 150] as const
/** A block that is this close to the newest may be missing because it is so new. */
const RECENT_BLOCKS = 8n

/** Place of the block among the parameters of what is read at one. */
const BLOCK_PLACE: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
}

const hexOf = (number: bigint): string => `0x${number.toString(16)}`

const paramsOf = ({ params }: RpcRequest): readonly unknown[] => (Array.isArray(params) ? params : [])

/** The number of the block that is asked for, or read at; undefined: none is named. */
const numberIn = (request: RpcRequest): bigint | undefined => {
  const place = request.method === 'eth_getBlockByNumber' ? 0 : BLOCK_PLACE[request.method]
  const block = place === undefined ? undefined : paramsOf(request)[place]
  return typeof block === 'string' && block.startsWith('0x') ? BigInt(block) : undefined
}

/** A header whose fields do not give its hash; a pending block may have none yet. */
const isUntrue = ({ method, params }: RpcRequest, answer: unknown): boolean =>
  (method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash') &&
  answer !== null &&
  !(Array.isArray(params) && params[0] === 'pending') &&
  !isTrueHeader(answer)

type Outcome = GivenAnswer | { readonly failure: unknown }

/** Batched views, run as creation code (`viewsCall`): the program takes each view's revert for an answer. */
const neverReverts = ({ method, params }: RpcRequest): boolean => {
  const [call] = Array.isArray(params) ? (params as unknown[]) : []
  return method === 'eth_call' && typeof call === 'object' && call !== null && !('to' in call)
}

/**
 * The first answer; an endpoint's error is an answer only if the chain itself gave it (a revert), and a
 * revert only where the chain can give one.
 */
const askInOrder = async (endpoints: readonly ChainEndpoint[], request: RpcRequest): Promise<Outcome> => {
  let outcome: Outcome = { failure: new EndpointsRestError('no RPC endpoint answers') }
  for (const endpoint of endpoints) {
    try {
      const answer = await endpoint.request(request)
      if (isUntrue(request, answer))
        throw new UntrueHeaderError(`a block of ${endpoint.name} does not give its own hash`)
      if (answer !== null || request.method !== 'eth_getBlockByNumber') return { endpoint, answer }
      outcome = { endpoint, answer }
    } catch (error) {
      if (shouldThrow(error as Error) && !neverReverts(request)) throw error
      if ('failure' in outcome) outcome = { failure: error }
    }
  }
  return outcome
}

/** Whether a contract is called of which one endpoint's word is not enough. */
const isOf = (contracts: ReadonlySet<LowerHex>, { method, params }: RpcRequest): boolean => {
  const [call] = Array.isArray(params) ? (params as unknown[]) : []
  if (method !== 'eth_call' || typeof call !== 'object' || call === null || !('to' in call)) return false
  return typeof call.to === 'string' && contracts.has(call.to.toLowerCase() as LowerHex)
}

/** `confirmed`: contracts of which a second endpoint is asked for the same. */
export const chainTransport = (
  book: HeadBook,
  { newest, look }: NewestBlockReader,
  confirmed: ReadonlySet<LowerHex>,
): Transport => {
  const isRecent = (number: bigint): boolean => {
    const best = book.best()
    return best !== undefined && number + RECENT_BLOCKS > best.number && number <= best.number + RECENT_BLOCKS
  }
  const askPatiently = async (
    request: RpcRequest,
    endpoints: (number: bigint | undefined) => readonly ChainEndpoint[],
  ): Promise<Outcome> => {
    const number = numberIn(request)
    for (let tries = 0; ; tries += 1) {
      const outcome = await askInOrder(endpoints(number), request)
      if ('answer' in outcome && outcome.answer !== null) return outcome
      const wait = number !== undefined && isRecent(number) ? BLOCK_WAITS_MS[tries] : undefined
      if (wait === undefined) return outcome
      await delay(wait)
    }
  }
  const confirm = (request: RpcRequest, given: GivenAnswer): Promise<unknown> => {
    // One that is behind does not have the block, and would only be waited for.
    const others = book.order().filter((other) => other !== given.endpoint && book.isNew(other))
    return confirmAnswer(given, others, {
      ask: async (endpoint) => {
        const outcome = await askPatiently(request, () => [endpoint]).catch(() => ({ answer: 'reverted' }))
        return 'answer' in outcome ? outcome.answer : undefined
      },
      blame: book.blame,
    })
  }
  const ask = async (request: RpcRequest): Promise<unknown> => {
    const outcome = await askPatiently(request, book.order)
    if (!('answer' in outcome)) throw outcome.failure
    return isOf(confirmed, request) ? confirm(request, outcome) : outcome.answer
  }
  /** The request as it is asked of an endpoint: at the number of the newest block. */
  const pin = async (request: RpcRequest, place: number): Promise<RpcRequest> => {
    const params = [...paramsOf(request)]
    if ((params[place] ?? 'latest') === 'latest') params[place] = hexOf((await newest()).number)
    return { ...request, params }
  }
  const request = async (question: RpcRequest): Promise<unknown> => {
    const { method } = question
    const params = paramsOf(question)
    if (method === 'eth_blockNumber') return hexOf((await newest()).number)
    if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
      const { header, number } = await newest()
      return params[1] === true ? ask({ method, params: [hexOf(number), true] }) : header
    }
    // What an endpoint calls final is older where the endpoint is behind.
    if (params[0] === 'finalized') await look()
    const place = BLOCK_PLACE[method]
    return ask(place === undefined ? question : await pin(question, place))
  }
  const retryCount = book.size > 1 ? RETRIES.amongOthers : RETRIES.alone
  return custom({ request }, { key: 'chain', name: 'The chain through all endpoints', retryCount })
}
