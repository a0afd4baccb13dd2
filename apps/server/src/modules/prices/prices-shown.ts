import { allByToken, PRICED_TOKENS } from '@dr/protocol/tokens'
import type { PriceReader } from './create-price-reader.ts'
import { priceOrNull } from './no-price.ts'
import { priceAnswer } from './price-answer.ts'
import type { ReadBlock } from './read-price.ts'

/**
 * Each priced token's average in the API's format; null if the oracle has none, without affecting the others.
 */
export const pricesShown = (prices: Pick<PriceReader, 'quotePrice'>, block: ReadBlock) =>
  allByToken(PRICED_TOKENS, async (token) => {
    const price = await priceOrNull(prices.quotePrice(token, block))
    return price && priceAnswer(price)
  })
