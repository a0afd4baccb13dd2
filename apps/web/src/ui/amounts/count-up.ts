/** As long as a sheet takes to come, and then the joy of it. */
export const COUNT_UP_AFTER_MS = 220
export const COUNT_UP_MS = 250

/**
 * What is shown of `value` so long after the start: quick at first, never past it, and exactly it at the end.
 */
export const countUpAt = (value: bigint, elapsedMs: number): bigint => {
  const share = Math.min(1, Math.max(0, (elapsedMs - COUNT_UP_AFTER_MS) / COUNT_UP_MS))
  if (share === 1) return value
  const eased = 1 - (1 - share) ** 3
  return (value * BigInt(Math.floor(eased * 1_000_000))) / 1_000_000n
}
