import { drgvPrice } from '@dr/protocol/calls/mining'
import { type Route, route } from '../../platform/route.ts'
import type { PriceReader } from './create-price-reader.ts'
import { priceAnswer } from './price-answer.ts'

export const pricesRoutes = ({ reader }: { reader: PriceReader }): Route[] => [
  route(drgvPrice, async () => {
    const block = await reader.newestBlock()
    const [DRGV, DR] = await Promise.all([reader.quotePrice('DRGV', block), reader.quotePrice('DR', block)])
    return { DRGV: priceAnswer(DRGV), DR: priceAnswer(DR) }
  }),
]
