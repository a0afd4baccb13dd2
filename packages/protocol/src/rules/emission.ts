/**
 * The emission contract's schedule, in the same integer arithmetic as `contracts/src/Emission.sol` (vectors
 * in `packages/protocol/vectors/emission.json`): 20,000 DR a day, halving every 1,825 days, rounded down
 * (docs/product.md 5). Times are Unix seconds, amounts base units of DR.
 */
import { DAY_SECONDS as DAY, EMISSION_FIRST_PER_DAY, EMISSION_HALVING_DAYS } from '../constants.ts'

const DAY_SECONDS = BigInt(DAY)
const DAILY_RATE_INITIAL = EMISSION_FIRST_PER_DAY
const ERA_DAYS = BigInt(EMISSION_HALVING_DAYS)
const ERA_SECONDS = ERA_DAYS * DAY_SECONDS
/** Number of eras until the daily rate, halved each time and rounded down, is zero. */
const ERAS = 75n

/** Base units emitted from `startTime` until `timestamp`; 0 before the start. */
export const emittedAt = (startTime: bigint, timestamp: bigint): bigint => {
  if (timestamp <= startTime) return 0n
  const elapsed = timestamp - startTime
  const era = elapsed / ERA_SECONDS
  let rate = DAILY_RATE_INITIAL
  let amount = 0n
  for (let e = 0n; e < era && rate !== 0n; e += 1n) {
    amount += rate * ERA_DAYS
    rate >>= 1n
  }
  return amount + (rate * (elapsed % ERA_SECONDS)) / DAY_SECONDS
}

/** Base units emitted a day at `timestamp`. */
export const dailyRateAt = (startTime: bigint, timestamp: bigint): bigint =>
  timestamp < startTime ? 0n : DAILY_RATE_INITIAL >> ((timestamp - startTime) / ERA_SECONDS)

/** Time at which the daily rate reaches zero: mining rewards are funded until then. */
export const emissionEnd = (startTime: bigint): bigint => startTime + ERAS * ERA_SECONDS
