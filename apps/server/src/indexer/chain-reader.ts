import type { Hex } from 'viem'
import * as z from 'zod'
import type { BlockRef } from '../platform/chain/chain-clock.ts'
import { readViewsCall, type View, viewsCall } from '../platform/chain/chain-views.ts'
import { isTrueHeader } from '../platform/chain/header-hash.ts'
import type { LowerHex } from '../platform/hex.ts'
import { RpcInconsistentError, WrongHeaderError } from './errors.ts'
import type { JsonRpc, RpcCall } from './json-rpc.ts'
import { type RawLog, readLogs } from './raw-log.ts'

/**
 * A block header with its parent's hash and its `logsBloom`. All fields are covered by its hash, except
 * `transactions`.
 */
export interface Header extends BlockRef {
  readonly parentHash: Hex
  readonly logsBloom: Hex
  /** Hashes of its transactions in order, as the node returns them. */
  readonly transactions: readonly unknown[]
}

/**
 * One request to the node: logs of any of the addresses, whose topic at each position is one of those listed.
 */
export interface LogFilter {
  readonly addresses: readonly LowerHex[]
  /** From topic0 on; null: any. */
  readonly topics: readonly (readonly Hex[] | null)[]
}

export interface ChainReader {
  chainId(): Promise<number>
  /** The newest final block. */
  finalized(): Promise<Header>
  /** Undefined if the node has no such block. */
  header(number: bigint): Promise<Header | undefined>
  /**
   * Logs that match any of the filters, each once, in the order of the chain, and the header of block `to`,
   * requested together: behind an endpoint may be several nodes, and one that is behind answers "no logs" for
   * blocks it does not have. Undefined if it does not have block `to`.
   */
  range(
    filters: readonly LogFilter[],
    range: { from: bigint; to: bigint },
  ): Promise<{ logs: RawLog[]; to: Header } | undefined>
  /** Headers of these blocks. */
  headers(numbers: readonly bigint[]): Promise<Header[]>
  /** Logs of each of these blocks that match any of the filters, requested by block hash. */
  logsOfBlocks(filters: readonly LogFilter[], hashes: readonly Hex[]): Promise<RawLog[][]>
  /** First word of each view's answer at the block; null if it reverts; undefined without a contract. */
  views(views: readonly View[], block: bigint): Promise<(bigint | null | undefined)[]>
}

/** Maximum number of calls in one batch: well below what providers allow. */
const BATCH_MAX = 50

const hex = z
  .string()
  .toLowerCase()
  .regex(/^0x[0-9a-f]*$/)
  .transform((text) => text as LowerHex)
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform((text) => BigInt(text))

const headerSchema = z
  .object({
    number: quantity,
    hash: hex,
    parentHash: hex,
    timestamp: quantity,
    logsBloom: hex,
    transactions: z.array(z.unknown()),
  })
  .nullable()

const quantityOf = (value: bigint): Hex => `0x${value.toString(16)}`

const headerCall = (block: bigint | 'finalized'): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [block === 'finalized' ? block : quantityOf(block), false],
})

type Blocks = { readonly from: bigint; readonly to: bigint } | { readonly blockHash: Hex }

const logsCall = ({ addresses, topics }: LogFilter, blocks: Blocks): RpcCall => {
  const where =
    'blockHash' in blocks ? blocks : { fromBlock: quantityOf(blocks.from), toBlock: quantityOf(blocks.to) }
  return { method: 'eth_getLogs', params: [{ address: addresses, topics, ...where }] }
}

const parse = <S extends z.ZodType>(schema: S, { method }: RpcCall, answer: unknown): z.output<S> => {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new RpcInconsistentError(`${method}: an answer we cannot read`, { cause: parsed.error })
}

/** Undefined if the node has no such block. Throws `WrongHeaderError` for an invalid header. */
const readHeader = (block: bigint | 'finalized', answer: unknown): Header | undefined => {
  const header = parse(headerSchema, headerCall(block), answer)
  if (!header) return undefined
  const { number, hash } = header
  const wanted = block === 'finalized' ? undefined : block
  if (wanted !== undefined && number !== wanted)
    throw new WrongHeaderError(`asked for block ${wanted}, it returns block ${number}`, wanted)
  if (!isTrueHeader(answer))
    throw new WrongHeaderError(`the fields of block ${number} do not give its hash ${hash}`, wanted)
  return header
}

/** Sends the calls in batches, one after the other. */
const askAll = async (rpc: JsonRpc, calls: readonly RpcCall[]): Promise<unknown[]> => {
  const answers: unknown[] = []
  for (let first = 0; first < calls.length; first += BATCH_MAX)
    answers.push(...(await rpc(calls.slice(first, first + BATCH_MAX))))
  return answers
}

const askHeaders = async (rpc: JsonRpc, numbers: readonly bigint[]): Promise<Header[]> => {
  const calls = numbers.map(headerCall)
  const answers = await askAll(rpc, calls)
  return answers.map((answer, index) => {
    const number = numbers[index] as bigint
    const header = readHeader(number, answer)
    if (!header) throw new RpcInconsistentError(`the node does not have block ${number}`)
    return header
  })
}

const askLogsOfBlocks = async (
  rpc: JsonRpc,
  filters: readonly LogFilter[],
  hashes: readonly Hex[],
): Promise<RawLog[][]> => {
  const calls = hashes.flatMap((blockHash) => filters.map((filter) => logsCall(filter, { blockHash })))
  const answers = await askAll(rpc, calls)
  return hashes.map((_, index) =>
    readLogs(answers.slice(index * filters.length, (index + 1) * filters.length)),
  )
}

/** Requests of the indexer to a node, each answer validated. */
export const createChainReader = (
  rpc: JsonRpc,
  { requireBegun }: { readonly requireBegun: (finalized: Header) => Header },
): ChainReader => {
  const read = async <S extends z.ZodType>(schema: S, call: RpcCall): Promise<z.output<S>> => {
    const [answer] = await rpc([call])
    return parse(schema, call, answer)
  }
  const askHeader = async (block: bigint | 'finalized'): Promise<Header | undefined> => {
    const [answer] = await rpc([headerCall(block)])
    return readHeader(block, answer)
  }
  return {
    chainId: async () => Number(await read(quantity, { method: 'eth_chainId', params: [] })),
    finalized: async () => {
      const header = await askHeader('finalized')
      if (!header) throw new RpcInconsistentError('the node has no finalized block yet')
      return requireBegun(header)
    },
    header: askHeader,
    range: async (filters, range) => {
      const askLogs = filters.map((filter) => logsCall(filter, range))
      const answers = await rpc([...askLogs, headerCall(range.to)])
      const to = readHeader(range.to, answers.at(-1))
      return to ? { logs: readLogs(answers.slice(0, -1)), to } : undefined
    },
    headers: (numbers) => askHeaders(rpc, numbers),
    logsOfBlocks: (filters, hashes) => askLogsOfBlocks(rpc, filters, hashes),
    views: async (views, block) => {
      const call = { method: 'eth_call', params: [{ data: viewsCall(views) }, quantityOf(block)] }
      const answers = readViewsCall(await read(hex, call), views.length)
      if (!answers) throw new RpcInconsistentError(`eth_call: no answers to ${views.length} views`)
      return answers.map(({ succeeded, bytes, words }) => {
        if (!succeeded) return null
        return bytes === 0n ? undefined : words[0]
      })
    },
  }
}
