/** Times of rounds (docs/product.md 10: every 10 minutes). Pure; Unix seconds. */

export const ROUND_SECONDS = 600
/** 0 … 9 (`IDigitDraw`). */
export const DIGITS = 10
/**
 * Prize of an entry on the drawn digit, as a multiple of its amount (`DigitDraw.PRIZE_MULTIPLE`,
 * game.test.ts).
 */
export const PRIZE_MULTIPLE = 9n
/** Time before the next round for the target block, its finality and the reveal. */
export const DRAWING_SECONDS = 60
/**
 * Bounds of `IDigitDraw.open`, and a sensible minimum: a jump of the local chain's clock must not make a
 * round of one block.
 */
const OPEN_BLOCKS = { min: 60n, max: 28_800n } as const
/** Minimum duration of a round; with less time left, the next one is awaited. */
const OPEN_SECONDS_MIN = 60

/**
 * Number of blocks for which a round opened at `now` takes entries, at `blockMs` a block: until a minute
 * before the next multiple of 600 s. Null: too late for this one.
 */
export const openBlocksAt = (now: number, blockMs: number): bigint | null => {
  const left = ROUND_SECONDS - DRAWING_SECONDS - (now % ROUND_SECONDS)
  if (left < OPEN_SECONDS_MIN) return null
  const blocks = BigInt(Math.floor((left * 1_000) / blockMs))
  if (blocks < OPEN_BLOCKS.min) return OPEN_BLOCKS.min
  return blocks > OPEN_BLOCKS.max ? OPEN_BLOCKS.max : blocks
}

/** Number of blocks over which the pace is measured. */
const PACE_BLOCKS = 64n

/** The older of the two blocks between which the pace at `latest` is measured. */
export const paceStart = (latest: bigint): bigint => (latest > PACE_BLOCKS ? latest - PACE_BLOCKS : 0n)

/** Milliseconds a block takes, from two of them; at least 1. */
export const blockPace = (
  older: { readonly number: bigint; readonly timestamp: bigint },
  newer: { readonly number: bigint; readonly timestamp: bigint },
): number => {
  const blocks = Number(newer.number - older.number)
  if (blocks <= 0) return 1_000
  return Math.max(1, Math.floor((Number(newer.timestamp - older.timestamp) * 1_000) / blocks))
}
