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

/** Milliseconds between two looks, and of all. */
export interface Patience {
  readonly lookMs?: number
  readonly patienceMs?: number
}

/** Block that `eth_call` answers from: nodes behind one address may differ by some blocks. */
const blockOfCalls = async (client: ChainClient): Promise<bigint> => {
  const { data } = await call(client, { data: NUMBER_CODE })
  return BigInt(data ?? 0)
}

/**
 * Waits until state is read from `blockNumber` or later, as an already seen receipt requires; false: no node
 * had it within the time.
 */
export const reachBlock = async (
  client: ChainClient,
  blockNumber: bigint,
  { lookMs = LOOK_MS, patienceMs = PATIENCE_MS }: Patience = {},
): Promise<boolean> => {
  const end = deviceNow() + patienceMs
  while ((await blockOfCalls(client)) < blockNumber) {
    if (deviceNow() >= end) return false
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  return true
}

const newest = new WeakMap<ChainClient, bigint>()

/** Notes a block that a node has named; returns the newest one so far. */
export const noteBlock = (client: ChainClient, blockNumber: bigint): bigint => {
  const known = newest.get(client) ?? 0n
  if (blockNumber <= known) return known
  newest.set(client, blockNumber)
  return blockNumber
}

/**
 * Waits until state is read from the newest block that this page has seen, or a later one; returns it. A
 * block that no node has within the time is forgotten: a node may have made it up.
 */
export const reachNewest = async (client: ChainClient, patience?: Patience): Promise<bigint> => {
  const blockNumber = noteBlock(client, await getBlockNumber(client, { cacheTime: 0 }))
  if (!(await reachBlock(client, blockNumber, patience))) newest.delete(client)
  return blockNumber
}

/**
 * The newest block that a node names now. A node that is behind what this page has seen, or behind `atLeast`, is
 * waited for.
 */
export const readNewestBlock = async (client: ChainClient, atLeast = 0n): Promise<bigint> => {
  const named = await getBlockNumber(client, { cacheTime: 0 })
  noteBlock(client, atLeast)
  return noteBlock(client, named) > named ? reachNewest(client) : named
}
