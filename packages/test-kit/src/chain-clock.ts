import { advanceChainClock, type BlockRef, readChainClock } from '@dr/server/platform/chain/chain-clock'
import type { Tx } from '@dr/server/platform/database/database'
import { type LowerHex, lowerHex } from '@dr/server/platform/hex'

const hashOf = (number: bigint): LowerHex => lowerHex(`0x${number.toString(16).padStart(64, '0')}`)

/** Sets the product's clock to a time (Unix seconds), as the indexer would; by default at the next block. */
export const setChainClock = async (
  tx: Tx,
  { timestamp, number, chainId = 31337 }: { timestamp: bigint; number?: bigint; chainId?: number },
): Promise<BlockRef> => {
  const now = await readChainClock(tx)
  const from = now && { number: now.blockNumber, hash: now.hash, timestamp: now.timestamp }
  const next = number ?? (now ? now.blockNumber + 1n : 1n)
  const to = { number: next, hash: hashOf(next), timestamp }
  await advanceChainClock(tx, { chainId, from, to })
  return to
}
