import type { ResponseOf } from '@dr/protocol/call'
import type { nodeRanking } from '@dr/protocol/calls/community'

export type NodeRanking = ResponseOf<typeof nodeRanking>

const PERMILLE = 1_000n

/** How much of a condition is met: 0 to 1, and 1 only when it is met whole. */
export const shareOf = (has: bigint, needs: bigint): number =>
  has >= needs ? 1 : Number((has * PERMILLE) / needs) / Number(PERMILLE)
