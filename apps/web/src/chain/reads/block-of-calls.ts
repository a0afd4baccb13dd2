import { call, getBlockNumber } from 'viem/actions'
import { deviceNow } from '../../ui/clock.ts'
import type { ChainClient } from './public-client.ts'

/** Code that returns NUMBER: run as a call without a contract. */
const NUMBER_CODE = '0x4360005260206000f3'
const LOOK_MS = 1_000
/**
 * Milliseconds after which a node that is still behind is used anyway: its answer ends the flow, which can
 * be retried.
 */
const PATIENCE_MS = 60_000

/** Block that `eth_call` answers from: nodes behind one address may differ by some blocks. */
const blockOfCalls = async (client: ChainClient): Promise<bigint> => {
  const { data } = await call(client, { data: NUMBER_CODE })
  return BigInt(data ?? 0)
}

/** Waits until state is read from `blockNumber` or later, as an already seen receipt requires. */
export const reachBlock = async (
  client: ChainClient,
  blockNumber: bigint,
  lookMs = LOOK_MS,
): Promise<void> => {
  const end = deviceNow() + PATIENCE_MS
  while ((await blockOfCalls(client)) < blockNumber && deviceNow() < end)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
}

const newest = new WeakMap<ChainClient, bigint>()

/** Notes a block that a node has named; returns the newest one so far. */
export const noteBlock = (client: ChainClient, blockNumber: bigint): bigint => {
  const known = newest.get(client) ?? 0n
  if (blockNumber <= known) return known
  newest.set(client, blockNumber)
  return blockNumber
}

/** Waits until state is read from the newest block that this page has seen, or a later one; returns it. */
export const reachNewest = async (client: ChainClient, lookMs = LOOK_MS): Promise<bigint> => {
  const blockNumber = noteBlock(client, await getBlockNumber(client, { cacheTime: 0 }))
  await reachBlock(client, blockNumber, lookMs)
  return blockNumber
}
