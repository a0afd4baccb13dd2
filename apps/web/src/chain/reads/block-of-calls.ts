import { call } from 'viem/actions'
import { deviceNow } from '../../ui/clock.ts'
import type { ChainClient } from './public-client.ts'

/** NUMBER, and returns it: run as a call without a contract. */
const NUMBER_CODE = '0x4360005260206000f3'
const LOOK_MS = 1_000
/**
 * A node that is behind for longer is asked as it is: its answer ends the flow, and it can be tried again.
 */
const PATIENCE_MS = 60_000

/** The block that `eth_call` answers from: nodes that share an address may be blocks behind each other. */
const blockOfCalls = async (client: ChainClient): Promise<bigint> => {
  const { data } = await call(client, { data: NUMBER_CODE })
  return BigInt(data ?? 0)
}

/** Waits until the state is read from `blockNumber` or later, which a receipt has shown already. */
export const reachBlock = async (
  client: ChainClient,
  blockNumber: bigint,
  lookMs = LOOK_MS,
): Promise<void> => {
  const end = deviceNow() + PATIENCE_MS
  while ((await blockOfCalls(client)) < blockNumber && deviceNow() < end)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
}
