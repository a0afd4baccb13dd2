/** Time in which selling all earned DR into its pool would halve the price. */
import { WAD } from '../amounts.ts'

/** Square root of 2 with 18 decimals, rounded down. */
const SQRT_2 = 1_414_213_562_373_095_048n

/**
 * Whole days until DR's price in its pool halves, if all earned DR is sold there at once and none is
 * bought: in a constant-product pool, when its DR has grown by the square root of 2. The pool's fee and the
 * burn of withdrawals are ignored, so the real time is longer. Null: nothing is earned.
 */
export const daysUntilHalfPrice = ({
  poolDr,
  earnedPerDay,
}: {
  /** DR in the pool, and DR a day, base units. */
  readonly poolDr: bigint
  readonly earnedPerDay: bigint
}): number | null => (earnedPerDay <= 0n ? null : Number((poolDr * (SQRT_2 - WAD)) / (WAD * earnedPerDay)))
