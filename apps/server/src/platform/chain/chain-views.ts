/**
 * Batches views of contracts: concurrent callers share one `eth_call`. Its data is a program that calls every
 * view and returns the answers, run as contract creation; nothing is deployed, and any node can answer.
 * Supports views that take at most one word and return one or two, which is enough for a quote.
 */

import {
  type Abi,
  type AbiFunction,
  type ContractFunctionName,
  type Hex,
  type PublicClient,
  toFunctionSelector,
} from 'viem'
import { createBatcher, fulfilled, rejected, type Settled } from '../batcher.ts'
import { RetryableError } from '../errors.ts'
import type { LowerHex } from '../hex.ts'

export interface View {
  readonly address: Hex
  /** The function's selector, four bytes: see `selectorOf`. */
  readonly selector: Hex
  /** An address; undefined for a view without parameters. */
  readonly argument?: Hex
}

interface ViewAt extends View {
  readonly blockNumber: bigint
}

/** The first two words of the answer; the second is zero if there is only one. */
type ViewAnswer = readonly [first: bigint, second: bigint]

/** A word that is an address, in lower case. */
export const addressOfWord = (word: bigint): LowerHex =>
  `0x${word.toString(16).padStart(40, '0')}` as LowerHex

/** The view reverted, or there is no contract. */
export class ViewRefused extends RetryableError {}

/** Selector of the only function of that name. */
export const selectorOf = <const A extends Abi>(
  abi: A,
  name: ContractFunctionName<A, 'view' | 'pure'>,
): Hex => {
  const [item, more] = abi.filter((entry) => entry.type === 'function' && entry.name === name)
  if (!item || more) throw new TypeError(`not one function ${String(name)}`)
  return toFunctionSelector(item as AbiFunction)
}

/** Records of 56 bytes follow the program: a contract's address, a selector, an argument. */
const ARGUMENT_DIGITS = 64
/** Bytes of each answer: `returned bytes × 2 + succeeded`, and two words of what came back. */
const ANSWER_BYTES = 96
const WORD = 64
/** Limited by the size of a contract's code (EIP-170), for which a node takes the answers: 24,576 bytes. */
const VIEWS_MAX = 256

/**
 * Creation code. `size`: length of the records after it; `out`: position of the next answer; `p`: position of
 * the current record.
 */
const PROGRAM = [
  '603f38038060 3f5f39', // size = codesize − 63; codecopy(0, 63, size)
  '805f', // out = size; p = 0
  '5b8281101560 3857', // 0b: while (p < size)
  '6040826020016024836014018451606 01c5afa', // ok = staticcall(gas, mload(p) >> 96, p + 20, 36, out + 32, 64)
  '3d60011b178252', // mstore(out, returndatasize << 1 | ok)
  '603801906060019060 0b56', // p += 56; out += 96
  '5b50819003 90f3', // 38: return(size, out − size)
]
  .join('')
  .replaceAll(' ', '')

const recordOf = ({ address, selector, argument = '0x' }: View): string =>
  address.slice(2) + selector.slice(2) + argument.slice(2).padStart(ARGUMENT_DIGITS, '0')

/** Data of an `eth_call` without `to` that calls all these views. */
export const viewsCall = (views: readonly View[]): Hex => `0x${PROGRAM}${views.map(recordOf).join('')}`

interface ViewWords {
  readonly succeeded: boolean
  /** Number of returned bytes: 0 from an address without a contract, whose call succeeds. */
  readonly bytes: bigint
  readonly words: ViewAnswer
}

/** The answers to `viewsCall`, in order; undefined for an invalid answer. */
export const readViewsCall = (answer: string, count: number): ViewWords[] | undefined => {
  if (answer.length !== 2 + count * ANSWER_BYTES * 2) return undefined
  const wordAt = (index: number) => BigInt(`0x${answer.slice(2 + index * WORD, 2 + (index + 1) * WORD)}`)
  return Array.from({ length: count }, (_, index) => {
    const flags = wordAt(index * 3)
    const words = [wordAt(index * 3 + 1), wordAt(index * 3 + 2)] as const
    return { succeeded: (flags & 1n) === 1n, bytes: flags >> 1n, words }
  })
}

const toOutcome = ({ address, selector }: View, answer: ViewWords): Settled<ViewAnswer> => {
  if (answer.succeeded && answer.bytes >= BigInt(WORD / 2)) return fulfilled(answer.words)
  const said = answer.words[0].toString(16).padStart(WORD, '0').slice(0, 8)
  return rejected(new ViewRefused(`${address} did not answer ${selector}: ${said}`))
}

const askAt = async (client: PublicClient, views: readonly ViewAt[]): Promise<Settled<ViewAnswer>[]> => {
  const data = viewsCall(views)
  const block = `0x${(views[0]?.blockNumber ?? 0n).toString(16)}` as const
  const text = await client.request({ method: 'eth_call', params: [{ data }, block] })
  const answers = readViewsCall(text, views.length)
  if (!answers) throw new ViewRefused(`${text.length} digits for ${views.length} views`)
  return views.map((view, index) => toOutcome(view, answers[index] as ViewWords))
}

/** Asks the views of each block together; a call that fails as a whole fails only for its block. */
const askAll = async (client: PublicClient, views: readonly ViewAt[]): Promise<Settled<ViewAnswer>[]> => {
  const outcomes = new Map<ViewAt, Settled<ViewAnswer>>()
  const blocks = Map.groupBy(views, ({ blockNumber }) => blockNumber).values()
  await Promise.all(
    [...blocks].map(async (some) => {
      const settled = await askAt(client, some).catch((reason: unknown) => some.map(() => rejected(reason)))
      some.forEach((view, index) => void outcomes.set(view, settled[index] as Settled<ViewAnswer>))
    }),
  )
  return views.map((view) => outcomes.get(view) as Settled<ViewAnswer>)
}

export type AskView = (view: ViewAt) => Promise<ViewAnswer>

const askers = new WeakMap<PublicClient, AskView>()

/** The batcher of a client, shared by all its users. Throws the client's errors, and `ViewRefused`. */
export const viewsOf = (client: PublicClient): AskView => {
  const known = askers.get(client)
  if (known) return known
  const ask = createBatcher<ViewAt, ViewAnswer>({ run: (views) => askAll(client, views), max: VIEWS_MAX })
  askers.set(client, ask)
  return ask
}
