import type { Address, Hex } from 'viem'
import * as z from 'zod'
import type { BlockRef } from '../platform/chain-clock.ts'
import { RpcInconsistentError } from './errors.ts'
import type { JsonRpc } from './json-rpc.ts'

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
  /** In the order of the chain. */
  logs(filter: LogFilter, range: { from: bigint; to: bigint }): Promise<RawLog[]>
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

/** What the indexer asks of a node, checked on the way in. */
export const createChainReader = (rpc: JsonRpc): ChainReader => {
  const read = async <S extends z.ZodType>(schema: S, method: string, params: readonly unknown[]) => {
    const parsed = schema.safeParse(await rpc(method, params))
    if (!parsed.success)
      throw new RpcInconsistentError(`${method}: an answer we cannot read`, { cause: parsed.error })
    return parsed.data
  }
  return {
    chainId: async () => Number(await read(quantity, 'eth_chainId', [])),
    finalized: async () => {
      const header = await read(headerSchema, 'eth_getBlockByNumber', ['finalized', false])
      if (!header) throw new RpcInconsistentError('the node has no finalized block yet')
      return header
    },
    header: async (number) =>
      (await read(headerSchema, 'eth_getBlockByNumber', [quantityOf(number), false])) ?? undefined,
    logs: async ({ addresses, topics }, { from, to }) => {
      const filter = {
        address: addresses,
        topics: [topics],
        fromBlock: quantityOf(from),
        toBlock: quantityOf(to),
      }
      const logs = (await read(z.array(logSchema), 'eth_getLogs', [filter])) as RawLog[]
      return logs.sort(inOrder)
    },
  }
}
