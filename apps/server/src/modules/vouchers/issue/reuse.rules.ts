/** When an open order of the same request is given again instead of a new one. Pure. */
import { BPS } from '@dr/protocol/constants'

/** While the price it says is this near to today's, in 1/10,000: the contract takes one within 5 % of its own figure. */
export const PRICE_REUSE_BPS = 100n

/** `value` differs from `reference` (both ≥ 0) by `bps` of `reference` at most. */
export const isNear = (value: bigint, reference: bigint, bps: bigint): boolean => {
  const drift = value > reference ? value - reference : reference - value
  return drift * BPS <= reference * bps
}
