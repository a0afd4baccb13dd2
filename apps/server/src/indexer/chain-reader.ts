import type { Hex } from 'viem'
import * as z from 'zod'
import type { BlockRef } from '../platform/chain/chain-clock.ts'
import type { LowerHex } from '../platform/hex.ts'
import { RpcInconsistentError } from './errors.ts'
import type { JsonRpc, RpcCall } from './json-rpc.ts'
import { type RawLog, readLogs } from './raw-log.ts'

/** A block, with what ties it to the one before. */
export interface Header extends BlockRef {
  readonly parentHash: Hex
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
  /** The newest block that can never be taken back. */
  finalized(): Promise<Header>
  /** `undefined`: the node has no such block. */
  header(number: bigint): Promise<Header | undefined>
  /**
   * Logs that fit any of the filters, each once, in the order of the chain, and the header of block `to`,
   * asked for together: behind an endpoint may be several nodes, and one that has not got so far answers "no
   * logs" for blocks it does not have. Such an answer is an error.
   */
  range(
    filters: readonly LogFilter[],
    range: { from: bigint; to: bigint },
  ): Promise<{ logs: RawLog[]; to: Header }>
}

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
  .object({ number: quantity, hash: hex, parentHash: hex, timestamp: quantity })
  .nullable()

const quantityOf = (value: bigint): Hex => `0x${value.toString(16)}`

const headerCall = (block: bigint | 'finalized'): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [block === 'finalized' ? block : quantityOf(block), false],
})

const logsCall = ({ addresses, topics }: LogFilter, { from, to }: { from: bigint; to: bigint }): RpcCall => ({
  method: 'eth_getLogs',
  params: [{ address: addresses, topics, fromBlock: quantityOf(from), toBlock: quantityOf(to) }],
})

const parse = <S extends z.ZodType>(schema: S, { method }: RpcCall, answer: unknown): z.output<S> => {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new RpcInconsistentError(`${method}: an answer we cannot read`, { cause: parsed.error })
}

/** What the indexer requests from a node, each answer validated. */
export const createChainReader = (rpc: JsonRpc): ChainReader => {
  const read = async <S extends z.ZodType>(schema: S, call: RpcCall): Promise<z.output<S>> => {
    const [answer] = await rpc([call])
    return parse(schema, call, answer)
  }
  return {
    chainId: async () => Number(await read(quantity, { method: 'eth_chainId', params: [] })),
    finalized: async () => {
      const header = await read(headerSchema, headerCall('finalized'))
      if (!header) throw new RpcInconsistentError('the node has no finalized block yet')
      return header
    },
    header: async (number) => (await read(headerSchema, headerCall(number))) ?? undefined,
    range: async (filters, range) => {
      const askLogs = filters.map((filter) => logsCall(filter, range))
      const askHeader = headerCall(range.to)
      const answers = await rpc([...askLogs, askHeader])
      const to = parse(headerSchema, askHeader, answers.at(-1))
      if (!to) throw new RpcInconsistentError(`the node that was asked for logs has no block ${range.to}`)
      return { logs: readLogs(answers.slice(0, -1)), to }
    },
  }
}
