import { COLLECT_INTERVAL_SECONDS, COLLECT_MINIMUM } from '@dr/protocol/constants'
import { DAY_SECONDS } from '../../../platform/durations.ts'
import { maxBigInt } from '../../../platform/integers.ts'

/** Why a user cannot collect now. */
export interface CollectWait {
  readonly reason: 'interval' | 'below-minimum'
  /**
   * Time at which it is possible, Unix seconds of the chain's clock, at the current rate; null: after the
   * next release, or never at this rate.
   */
  readonly at: bigint | null
}

/** Reason to wait, or null if collecting is possible now. */
export const collectWait = (input: {
  /** Unix seconds of the chain's clock. */
  readonly lastCollectedAt: bigint | null
  readonly now: bigint
  /** Base units, funded up to `asOf` (Unix seconds), and their growth. */
  readonly accrued: bigint
  readonly asOf: bigint
  readonly ratePerDay: bigint
}): CollectWait | null => {
  const { lastCollectedAt, now, accrued, asOf, ratePerDay } = input
  const allowedAt = lastCollectedAt === null ? 0n : lastCollectedAt + BigInt(COLLECT_INTERVAL_SECONDS)
  if (accrued >= COLLECT_MINIMUM) return now >= allowedAt ? null : { reason: 'interval', at: allowedAt }
  if (ratePerDay === 0n) return { reason: 'below-minimum', at: null }
  const missing = COLLECT_MINIMUM - accrued
  const reachedAt = asOf + (missing * DAY_SECONDS + ratePerDay - 1n) / ratePerDay
  const at = maxBigInt(reachedAt, allowedAt)
  return { reason: 'below-minimum', at: at > now ? at : null }
}
