import type { ResponseOf } from '@dr/protocol/call'
import type { nodeRanking } from '@dr/protocol/calls/community'

export type NodeRanking = ResponseOf<typeof nodeRanking>

const PERMILLE = 1_000n

/** Progress of a condition, 0 to 1; 1 only if fully met. */
export const shareOf = (has: bigint, needs: bigint): number =>
  has >= needs ? 1 : Number((has * PERMILLE) / needs) / Number(PERMILLE)
