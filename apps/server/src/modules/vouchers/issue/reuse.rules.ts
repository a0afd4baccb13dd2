/** When an open order of the same request is returned again instead of a new one. Pure. */
import { BPS } from '@dr/protocol/constants'

/**
 * Maximum difference of its price from the current one, in 1/10,000: the contract accepts a price within 5 %
 * of its own.
 */
export const PRICE_REUSE_BPS = 100n

/** Whether `value` differs from `reference` (both ≥ 0) by at most `bps` of `reference`. */
export const isNear = (value: bigint, reference: bigint, bps: bigint): boolean => {
  const drift = value > reference ? value - reference : reference - value
  return drift * BPS <= reference * bps
}
