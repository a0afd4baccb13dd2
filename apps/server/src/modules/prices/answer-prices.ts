import type { ResponseOf } from '@dr/protocol/call'
import type { drgvPrice } from '@dr/protocol/calls/mining'
import type { PriceReader } from './create-price-reader.ts'
import { priceAnswer } from './price-answer.ts'
import { pricesShown } from './prices-shown.ts'

/** Response of `drgvPrice`. */
export type AnsweredPrices = ResponseOf<typeof drgvPrice>

/**
 * The price by which machines are sold, the lower of DRGV's averages, and the 30-minute averages of the
 * others, at the newest block. Throws NO_PRICE without one of DR or DRGV, which pay for products.
 */
export const answerPrices = async (reader: PriceReader): Promise<AnsweredPrices> => {
  const block = await reader.newestBlock()
  const [DRGV, DR, shown] = await Promise.all([
    reader.valuePrice('DRGV', block),
    reader.quotePrice('DR', block),
    pricesShown(reader, block),
  ])
  const known = Object.entries(shown).flatMap(([token, price]) => (price ? [[token, price] as const] : []))
  return { ...Object.fromEntries(known), DRGV: priceAnswer(DRGV), DR: priceAnswer(DR) }
}
