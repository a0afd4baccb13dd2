/** How many blocks to ask for at once: halved when refused, grown back when it goes well. */
export interface RangeSize {
  readonly blocks: number
  readonly blocksMax: number
}

/** Doubled with each answer: nothing is known yet about how many events a block has. */
const START_BLOCKS = 16
/** Events of a range are held in memory twice (this range and the next), and written in one transaction. */
const LOGS_WANTED = 10_000

export const startRange = (blocksMax: number): RangeSize => ({
  blocks: Math.min(START_BLOCKS, blocksMax),
  blocksMax,
})

/** `undefined`: a single block was refused already. */
export const shrinkRange = ({ blocks, blocksMax }: RangeSize): RangeSize | undefined =>
  blocks <= 1 ? undefined : { blocks: Math.floor(blocks / 2), blocksMax }

/**
 * After a range that was answered. Only one that was asked for in full says anything about a larger one; one
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
