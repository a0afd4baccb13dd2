/** A contract's history, read from the logs of any node: without our server or database. */

import type { AbiEvent, Hex, Log, PublicClient } from 'viem'
import type { LowerHex } from '../../platform/hex.ts'

const BLOCKS_MAX = 5_000n

const getLogs = <const Events extends readonly AbiEvent[]>(
  client: PublicClient,
  input: { readonly address: LowerHex[]; readonly events: Events; fromBlock: bigint; toBlock: bigint },
) => client.getLogs<undefined, Events, true>({ ...input, strict: true })

/**
 * All logs from `from` to `to`, in the order of the chain. A range that the node refuses is split in halves.
 */
export const readLogs = async <const Events extends readonly AbiEvent[]>(
  client: PublicClient,
  input: {
    readonly addresses: readonly LowerHex[]
    readonly events: Events
    readonly from: bigint
    readonly to: bigint
  },
) => {
  const { addresses, events, from, to } = input
  const logs: Awaited<ReturnType<typeof getLogs<Events>>>[number][] = []
  let size = BLOCKS_MAX
  for (let fromBlock = from; fromBlock <= to; ) {
    const end = fromBlock + size - 1n
    const toBlock = end < to ? end : to
    try {
      for (const log of await getLogs(client, { address: [...addresses], events, fromBlock, toBlock })) {
        logs.push(log)
      }
      fromBlock = toBlock + 1n
    } catch (error) {
      if (size === 1n) throw error
      size /= 2n
    }
  }
  return logs
}

/** Block times: from the logs if the node returns them, otherwise requested once for each block. */
export const createTimeReader = (client: PublicClient) => {
  const known = new Map<bigint, bigint>()
  return async (log: Pick<Log<bigint, number, false>, 'blockNumber'>): Promise<bigint> => {
    const given = (log as { blockTimestamp?: Hex | bigint }).blockTimestamp
    if (given !== undefined) return BigInt(given)
    const time =
      known.get(log.blockNumber) ?? (await client.getBlock({ blockNumber: log.blockNumber })).timestamp
    known.set(log.blockNumber, time)
    return time
  }
}
