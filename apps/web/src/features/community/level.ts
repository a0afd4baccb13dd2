import type { ResponseOf } from '@dr/protocol/call'
import type { community } from '@dr/protocol/calls/community'
import { LEVEL_THRESHOLDS_USD, PERMILLE } from '@dr/protocol/constants'

export type Community = ResponseOf<typeof community>
export type Mine = Community['mine']

/** USD missing to the next level, 18 decimals; null at the top. */
export const missingToNext = ({ value, next }: Pick<Mine, 'value' | 'next'>): bigint | null => {
  if (next === null) return null
  const missing = BigInt(next.value) - BigInt(value)
  return missing > 0n ? missing : 0n
}

/**
 * Progress of each level from V1 to V6, 0 to 1. Reached levels are 1; the next one is the part between both
 * thresholds.
 */
export const rungs = ({ level, value }: Pick<Mine, 'level' | 'value'>): readonly number[] => {
  const has = BigInt(value)
  return LEVEL_THRESHOLDS_USD.slice(1).map((needs, below) => {
    if (below !== level) return below < level ? 1 : 0
    const from = LEVEL_THRESHOLDS_USD[below] ?? 0n
    if (has <= from) return 0
    if (has >= needs) return 1
    return Number(((has - from) * PERMILLE) / (needs - from)) / Number(PERMILLE)
  })
}
