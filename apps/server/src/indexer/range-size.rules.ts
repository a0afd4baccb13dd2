/** Number of blocks to request at once: halved after a refusal, grown after successes. */
export interface RangeSize {
  readonly blocks: number
  readonly blocksMax: number
}

/** Small at first and doubled with each answer, since the number of events in a block is unknown. */
const START_BLOCKS = 16
/** Events of a range are in memory twice (this range and the next), and written in one transaction. */
const LOGS_WANTED = 10_000

export const startRange = (blocksMax: number): RangeSize => ({
  blocks: Math.min(START_BLOCKS, blocksMax),
  blocksMax,
})

/** Undefined if a single block was refused. */
export const shrinkRange = ({ blocks, blocksMax }: RangeSize): RangeSize | undefined =>
  blocks <= 1 ? undefined : { blocks: Math.floor(blocks / 2), blocksMax }

/**
 * The size after an answered range. Only one that was requested in full says anything about a larger one; one
 * with more events than wanted makes the next smaller.
 */
export const nextRange = (size: RangeSize, answered: { blocks: number; logs: number }): RangeSize => {
  if (answered.logs > LOGS_WANTED) {
    const fewer = Math.floor((answered.blocks * LOGS_WANTED) / answered.logs)
    return { ...size, blocks: Math.max(1, fewer) }
  }
  if (answered.blocks < size.blocks || answered.logs * 2 > LOGS_WANTED) return size
  return { ...size, blocks: Math.min(size.blocks * 2, size.blocksMax) }
}
