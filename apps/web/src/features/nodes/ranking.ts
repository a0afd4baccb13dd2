import type { ResponseOf } from '@dr/protocol/call'
import type { nodeRanking } from '@dr/protocol/calls/community'
import { PERMILLE } from '@dr/protocol/constants'

export type NodeRanking = ResponseOf<typeof nodeRanking>

/** Progress of a condition, 0 to 1; 1 only if fully met. */
export const shareOf = (has: bigint, needs: bigint): number =>
  has >= needs ? 1 : Number((has * PERMILLE) / needs) / Number(PERMILLE)
