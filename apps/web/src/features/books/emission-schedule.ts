/**
 * The emission contract's fixed schedule (docs/product.md 5): 20,000 DR a day, halving every 1,825 days, 73 M
 * in total.
 */
import { WAD } from '@dr/protocol/amounts'
import { EMISSION_FIRST_PER_DAY, EMISSION_HALVING_DAYS } from '@dr/protocol/constants'

const FIRST_PER_DAY = Number(EMISSION_FIRST_PER_DAY / WAD)
const DAYS_PER_YEAR = 365

/** Whole DR released from the start to the end of the given year, by the schedule alone. */
export const scheduledUntilYear = (year: number): number => {
  let total = 0
  for (let half = 0, left = year * DAYS_PER_YEAR; left > 0; half += 1, left -= EMISSION_HALVING_DAYS) {
    total += Math.min(left, EMISSION_HALVING_DAYS) * (FIRST_PER_DAY / 2 ** half)
  }
  return total
}
