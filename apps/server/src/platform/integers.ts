/** Functions of `Math` for bigint. */

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

/** The largest integer whose square is at most `n`, for n ≥ 0 (Newton). */
export const sqrtBigInt = (n: bigint): bigint => {
  if (n < 2n) return n
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2)) // above the root, to which it falls
  for (;;) {
    const next = (root + n / root) / 2n
    if (next >= root) return root
    root = next
  }
}
