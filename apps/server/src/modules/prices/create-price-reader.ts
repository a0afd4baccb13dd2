import type { Address, PublicClient } from 'viem'
import {
  type Price,
  type PricedToken,
  type PriceKind,
  type ReadBlock,
  readNewestBlock,
  readPrice,
} from './read-price.ts'

export interface PriceReader {
  /** The newest block: what a quote reads everything at. */
  newestBlock(): Promise<ReadBlock>
  /** The price quotes use: the 30-minute average at `block`. Throws NO_PRICE. */
  quotePrice(token: PricedToken, block: ReadBlock): Promise<Price>
  /** The price thresholds use: the lower of the 30-minute and the 24-hour average. Throws NO_PRICE. */
  valuePrice(token: PricedToken, block: ReadBlock): Promise<Price>
}

/** Prices of a few blocks are kept, so that many quotes in one block ask the chain once. */
const BLOCKS_KEPT = 3n

export const createPriceReader = (input: {
  readonly client: PublicClient
  readonly oracle: Address
  readonly tokens: Readonly<Record<PricedToken, Address>>
}): PriceReader => {
  const { client, oracle, tokens } = input
  const kept = new Map<string, { block: bigint; price: Promise<Price> }>()

  const read = (token: PricedToken, kind: PriceKind, block: ReadBlock): Promise<Price> => {
    const key = `${token}:${kind}:${block.number}:${block.timestamp}`
    const known = kept.get(key)
    if (known) return known.price
    const price = readPrice(client, { oracle, token, tokenAddress: tokens[token], kind, block })
    kept.set(key, { block: block.number, price })
    for (const [other, { block: at }] of kept) if (at + BLOCKS_KEPT < block.number) kept.delete(other)
    price.catch(() => kept.delete(key)) // a failure is not kept
    return price
  }

  return {
    newestBlock: () => readNewestBlock(client),
    quotePrice: (token, block) => read(token, 'average', block),
    valuePrice: (token, block) => read(token, 'lower', block),
  }
}
