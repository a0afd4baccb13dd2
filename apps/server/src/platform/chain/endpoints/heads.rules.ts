/** Rules for trusting the newest blocks that endpoints report. */

export interface Head {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** A head with the time of its report. */
export interface SeenHead extends Head {
  /** Milliseconds, monotonic. */
  readonly seenAt: number
}

/**
 * Maximum number of blocks by which an endpoint may be behind the best one and still be asked for the newest.
 */
const BEHIND_MAX_BLOCKS = 2n
/** Shorter than the time between two blocks: bounds the blocks between two reports. */
const BLOCK_MS_MIN = 250
/**
 * Maximum seconds by which a block may be ahead of this machine's clock: more than the clock error of a ready
 * process.
 */
export const AHEAD_MAX_SECONDS = 15n
/** More than on any chain on which this product runs. */
const BLOCKS_PER_SECOND_MAX = 10n
/** Blocks have whole seconds, and two endpoints are not asked at the same moment. */
const STAMP_SLACK_SECONDS = 2n

/** The newest block is younger, on a chain that follows the wall clock. */
const NEWEST_MAX_SECONDS = 3n

/** Whether a block is too old to be the newest one, at `now` (Unix seconds). */
export const isOld = ({ timestamp }: Head, now: bigint): boolean => now - timestamp > NEWEST_MAX_SECONDS

/** Whether no chain can have both blocks: there are more blocks between them than fit into the time. */
const contradict = (one: Head, other: Head): boolean => {
  const [older, newer] = one.number < other.number ? [one, other] : [other, one]
  const seconds = newer.timestamp - older.timestamp + STAMP_SLACK_SECONDS
  return newer.number - older.number > seconds * BLOCKS_PER_SECOND_MAX
}

/**
 * The heads that can be true, so that one endpoint's invented future makes no other one late: no block of the
 * future at `now` (Unix seconds), unless all are (a local chain whose time was moved), and none that more of
 * the others contradict than agree with. Of two that contradict each other the lower one is trusted.
 */
export const believedHeads = <H extends Head>(heads: readonly H[], now: bigint): H[] => {
  const inTime = heads.filter(({ timestamp }) => timestamp <= now + AHEAD_MAX_SECONDS)
  const candidates = inTime.length > 0 ? inTime : heads
  return candidates.filter((head) => {
    const against = candidates.filter((other) => contradict(head, other))
    const agreeing = candidates.length - against.length
    if (against.length !== agreeing) return against.length < agreeing
    return against.every(({ number }) => head.number < number)
  })
}

/** The highest of these, or undefined. */
export const highest = <H extends Head>(heads: readonly H[]): H | undefined =>
  heads.reduce<H | undefined>(
    (best, head) => (best === undefined || head.number > best.number ? head : best),
    undefined,
  )

/** Whether an endpoint is too far behind the best one, by the last report of each. */
export const isBehind = (head: SeenHead, best: SeenHead): boolean => {
  const older = Math.max(0, best.seenAt - head.seenAt)
  return best.number - head.number > BEHIND_MAX_BLOCKS + BigInt(Math.ceil(older / BLOCK_MS_MIN))
}
