import type { PricedToken } from '@dr/protocol/tokens'
import type { PublicClient } from 'viem'
import { createSharedAsker } from '../../platform/batcher.ts'
import { keepByBlock } from '../../platform/chain/keep-by-block.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type Averages, averagesOf } from './averages.ts'
import { type Price, type PriceKind, type ReadBlock, readNewestBlock, readPrice } from './read-price.ts'

export interface PriceReader {
  /** The newest block, at which a quote reads everything. */
  newestBlock(): Promise<ReadBlock>
  /**
   * The 30-minute average at `block`, for uses other than purchases: the burn of a withdrawal, electricity,
   * whose fee is fixed, and display. Throws NO_PRICE.
   */
  quotePrice(token: PricedToken, block: ReadBlock): Promise<Price>
  /**
   * The price of every purchase and threshold: the lower of the 30-minute and the 24-hour average. Throws
   * NO_PRICE when either is missing.
   */
  valuePrice(token: PricedToken, block: ReadBlock): Promise<Price>
  /** Price of the pool's reserves at `block`. Only for bounds: one swap can move it. Throws NO_PRICE. */
  spotPrice(token: PricedToken, block: ReadBlock): Promise<Price>
  /**
   * Both averages at `block`, with the lower and the higher of them. Throws NO_PRICE when either is missing.
   */
  averages(token: PricedToken, block: ReadBlock): Promise<Averages>
}

export const createPriceReader = (input: {
  readonly client: PublicClient
  readonly oracle: LowerHex
  readonly tokens: Readonly<Record<PricedToken, LowerHex>>
}): PriceReader => {
  const { client, oracle, tokens } = input
  const read = keepByBlock((block: ReadBlock, token: PricedToken, kind: PriceKind) =>
    readPrice(client, { oracle, token, tokenAddress: tokens[token], kind, block }),
  )

  return {
    newestBlock: createSharedAsker(() => readNewestBlock(client)), // never a block older than the call
    quotePrice: (token, block) => read(block, token, 'average'),
    valuePrice: (token, block) => read(block, token, 'lower'),
    spotPrice: (token, block) => read(block, token, 'spot'),
    averages: async (token, block) =>
      averagesOf(...(await Promise.all([read(block, token, 'average'), read(block, token, 'day')]))),
  }
}
