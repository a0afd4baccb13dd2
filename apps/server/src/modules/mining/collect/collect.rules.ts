import { COLLECT_INTERVAL_SECONDS } from '@dr/protocol/constants'

/** When a user may collect next; null: now. Unix seconds of the product's clock. */
export const nextCollectableAt = (input: {
  readonly lastCollectedAt: bigint | null
  readonly now: bigint
}): bigint | null => {
  if (input.lastCollectedAt === null) return null
  const next = input.lastCollectedAt + BigInt(COLLECT_INTERVAL_SECONDS)
  return input.now >= next ? null : next
}
