/** The emission contract's fixed schedule (PRODUCT.md 5): 50,000 DR a day, halving every 730 days, 73 M in total. */
const FIRST_PER_DAY = 50_000
const HALVING_DAYS = 730
const DAYS_PER_YEAR = 365

/** Whole DR released from the start to the end of the given year, by the schedule alone. */
export function scheduledUntilYear(year: number): number {
  let total = 0
  for (let half = 0, left = year * DAYS_PER_YEAR; left > 0; half += 1, left -= HALVING_DAYS) {
    total += Math.min(left, HALVING_DAYS) * (FIRST_PER_DAY / 2 ** half)
  }
  return total
}
