/** Delay until the sheet has opened, and duration, in milliseconds. */
export const COUNT_UP_AFTER_MS = 220
export const COUNT_UP_MS = 250

/** Displayed part of `value` after this time: fast at first, never more than it, and exact at the end. */
export const countUpAt = (value: bigint, elapsedMs: number): bigint => {
  const share = Math.min(1, Math.max(0, (elapsedMs - COUNT_UP_AFTER_MS) / COUNT_UP_MS))
  if (share === 1) return value
  const eased = 1 - (1 - share) ** 3
  return (value * BigInt(Math.floor(eased * 1_000_000))) / 1_000_000n
}
