import type { Address, Hex } from 'viem'
import * as z from 'zod'
import type { BlockRef } from '../platform/chain-clock.ts'
import { RpcInconsistentError } from './errors.ts'
import type { JsonRpc, RpcCall } from './json-rpc.ts'

/** A block, with what ties it to the one before. */
export interface Header extends BlockRef {
  readonly parentHash: Hex
}

/** An event as the node gives it. */
export interface RawLog {
  /** Lower case. */
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Unix seconds; newer nodes only. */
  readonly blockTimestamp: bigint | undefined
  readonly txHash: Hex
  readonly logIndex: number
}

export interface LogFilter {
  readonly addresses: readonly Address[]
  /** topic0, any of them. */
  readonly topics: readonly Hex[]
}

export interface ChainReader {
  chainId(): Promise<number>
  /** The newest block that can never be taken back. */
  finalized(): Promise<Header>
  /** `undefined`: the node has no such block. */
  header(number: bigint): Promise<Header | undefined>
  /**
   * Logs in the order of the chain, and the header of block `to`, asked for together: behind an endpoint may be several
   * nodes, and one that has not got so far answers "no logs" for blocks it does not have. Such an answer is an error.
   */
  range(filter: LogFilter, range: { from: bigint; to: bigint }): Promise<{ logs: RawLog[]; to: Header }>
}

const lowerHex = z
  .string()
  .toLowerCase()
  .regex(/^0x[0-9a-f]*$/)
  .transform((text) => text as Hex)
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform((text) => BigInt(text))

const headerSchema = z
  .object({ number: quantity, hash: lowerHex, parentHash: lowerHex, timestamp: quantity })
  .nullable()

const logSchema = z
  .object({
    address: lowerHex,
    topics: z.array(lowerHex),
    data: lowerHex,
    blockNumber: quantity,
    blockHash: lowerHex,
    blockTimestamp: quantity.nullish(),
    transactionHash: lowerHex,
    logIndex: quantity,
    removed: z.literal(false).optional(),
  })
  .transform(({ transactionHash, logIndex, blockTimestamp, removed: _, ...log }) => ({
    ...log,
    blockTimestamp: blockTimestamp ?? undefined,
    txHash: transactionHash,
    logIndex: Number(logIndex),
  }))

const quantityOf = (value: bigint): Hex => `0x${value.toString(16)}`

const inOrder = (a: RawLog, b: RawLog): number =>
  a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1

const headerCall = (block: bigint | 'finalized'): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [block === 'finalized' ? block : quantityOf(block), false],
})

const logsCall = ({ addresses, topics }: LogFilter, { from, to }: { from: bigint; to: bigint }): RpcCall => ({
  method: 'eth_getLogs',
  params: [{ address: addresses, topics: [topics], fromBlock: quantityOf(from), toBlock: quantityOf(to) }],
})

const parse = <S extends z.ZodType>(schema: S, { method }: RpcCall, answer: unknown): z.output<S> => {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new RpcInconsistentError(`${method}: an answer we cannot read`, { cause: parsed.error })
}

/** What the indexer asks of a node, checked on the way in. */
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
    range: async (filter, range) => {
      const [askLogs, askHeader] = [logsCall(filter, range), headerCall(range.to)]
      const [logs, header] = await rpc([askLogs, askHeader])
      const to = parse(headerSchema, askHeader, header)
      if (!to) throw new RpcInconsistentError(`the node that was asked for logs has no block ${range.to}`)
      return { logs: (parse(z.array(logSchema), askLogs, logs) as RawLog[]).sort(inOrder), to }
    },
  }
}
