/** What `Math` doesn't do for bigint. */

export const minBigInt = (a: bigint, b: bigint): bigint => {
  if (a < b) return a
  return b
}

export const maxBigInt = (a: bigint, b: bigint): bigint => {
  if (a > b) return a
  return b
}

/** `a ÷ b` rounded up, for a ≥ 0 and b > 0. */
export const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
