/** How many blocks to ask for at once: halved when refused, grown back when it goes well. */
export interface RangeSize {
  readonly blocks: number
  readonly blocksMax: number
}

const START_BLOCKS = 500

export const startRange = (blocksMax: number): RangeSize => ({
  blocks: Math.min(START_BLOCKS, blocksMax),
  blocksMax,
})

/** `undefined`: a single block was refused already. */
export const shrinkRange = ({ blocks, blocksMax }: RangeSize): RangeSize | undefined =>
  blocks <= 1 ? undefined : { blocks: Math.floor(blocks / 2), blocksMax }

/** Only a range that was asked for in full says anything about a larger one. */
export const growRange = (size: RangeSize, askedBlocks: number): RangeSize =>
  askedBlocks < size.blocks ? size : { ...size, blocks: Math.min(size.blocks * 2, size.blocksMax) }
