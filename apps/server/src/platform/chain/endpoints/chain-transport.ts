/**
 * The chain through all endpoints, for viem. “The newest block” is the newest that any healthy endpoint
 * knows; reads at it are requested by its number, so that an answer is of that block: an endpoint, or a node
 * behind a load balancer, that does not have the block yet is skipped.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { custom, numberToHex, shouldThrow, type Transport } from 'viem'
import type { LowerHex } from '../../hex.ts'
import { isTrueHeader } from '../header-hash.ts'
import type { ChainEndpoint, RpcRequest } from './chain-endpoint.ts'
import { confirmAnswer, type GivenAnswer } from './confirm-answer.ts'
import { EndpointsRestError, type HeadBook, UntrueHeaderError } from './head-book.ts'
import type { NewestBlockReader } from './newest-block.ts'

/** viem's default for one endpoint; with several, each try goes through all of them. */
const RETRIES = { alone: 3, amongOthers: 1 }
/**
 * Waits for a block that no endpoint has, milliseconds: in total longer than a block takes, and enough of
 * them that each of several nodes behind one URL is asked.
 */
const BLOCK_WAITS_MS = [25, 50, 75, 100, 100, 100, 150, 150, 150] as const
/** A block this close to the newest may be missing because it is so new. */
const RECENT_BLOCKS = 8n

/** Index of the block among the parameters of a read. */
const BLOCK_PLACE: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
}

const paramsOf = ({ params }: RpcRequest): readonly unknown[] => (Array.isArray(params) ? params : [])

/** Number of the requested block, or of the block to read at; undefined without one. */
const numberIn = (request: RpcRequest): bigint | undefined => {
  const place = request.method === 'eth_getBlockByNumber' ? 0 : BLOCK_PLACE[request.method]
  const block = place === undefined ? undefined : paramsOf(request)[place]
  return typeof block === 'string' && block.startsWith('0x') ? BigInt(block) : undefined
}

/** Whether a header's fields do not give its hash; a pending block may have none yet. */
const isUntrue = ({ method, params }: RpcRequest, answer: unknown): boolean =>
  (method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash') &&
  answer !== null &&
  !(Array.isArray(params) && params[0] === 'pending') &&
  !isTrueHeader(answer)

type Outcome = GivenAnswer | { readonly failure: unknown }

/**
 * Whether these are batched views, run as creation code (`viewsCall`), which returns each view's revert as an
 * answer.
 */
const neverReverts = ({ method, params }: RpcRequest): boolean => {
  const [call] = Array.isArray(params) ? (params as unknown[]) : []
  return method === 'eth_call' && typeof call === 'object' && call !== null && !('to' in call)
}

/**
 * The first answer. An endpoint's error is an answer only if the chain itself gave it (a revert), and a
 * revert only if the call can revert.
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

/** Whether it calls a contract whose answers need a second endpoint. */
const isCallOf = (contracts: ReadonlySet<LowerHex>, { method, params }: RpcRequest): boolean => {
  const [call] = Array.isArray(params) ? (params as unknown[]) : []
  if (method !== 'eth_call' || typeof call !== 'object' || call === null || !('to' in call)) return false
  return typeof call.to === 'string' && contracts.has(call.to.toLowerCase() as LowerHex)
}

/** `confirmed`: contracts whose answers a second endpoint has to confirm. */
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
    // One that is behind does not have the block, and would delay the answer.
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
    return isCallOf(confirmed, request) ? confirm(request, outcome) : outcome.answer
  }
  /** The request with the number of the newest block. */
  const pin = async (request: RpcRequest, place: number): Promise<RpcRequest> => {
    const params = [...paramsOf(request)]
    if ((params[place] ?? 'latest') === 'latest') params[place] = numberToHex((await newest()).number)
    return { ...request, params }
  }
  const request = async (question: RpcRequest): Promise<unknown> => {
    const { method } = question
    const params = paramsOf(question)
    if (method === 'eth_blockNumber') return numberToHex((await newest()).number)
    if (method === 'eth_getBlockByNumber' && params[0] === 'latest') {
      const { header, number } = await newest()
      return params[1] === true ? ask({ method, params: [numberToHex(number), true] }) : header
    }
    // An endpoint that is behind has an older final block.
    if (params[0] === 'finalized') await look()
    const place = BLOCK_PLACE[method]
    return ask(place === undefined ? question : await pin(question, place))
  }
  const retryCount = book.size > 1 ? RETRIES.amongOthers : RETRIES.alone
  return custom({ request }, { key: 'chain', name: 'The chain through all endpoints', retryCount })
}
