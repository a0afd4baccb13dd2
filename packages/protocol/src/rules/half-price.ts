/** How long DR's pool bears that everything earned is sold into it. */
import { WAD } from '../amounts.ts'

/** Square root of 2 with 18 decimals, cut. */
const SQRT_2 = 1_414_213_562_373_095_048n

/**
 * Whole days until DR's price in its pool is half of today's, if everything that is earned were sold there at
 * once and no one bought: in a constant-product pool, when its DR has grown by the square root of 2. Without
 * the pool's fee and the burn of withdrawals, so sooner than with them. Null: nothing is earned.
 */
export const daysUntilHalfPrice = ({
  poolDr,
  earnedPerDay,
}: {
  /** DR in the pool, and DR a day, base units. */
  readonly poolDr: bigint
  readonly earnedPerDay: bigint
}): number | null => (earnedPerDay <= 0n ? null : Number((poolDr * (SQRT_2 - WAD)) / (WAD * earnedPerDay)))
