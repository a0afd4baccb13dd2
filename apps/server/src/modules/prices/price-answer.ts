import type { priceSchema } from '@dr/protocol/schemas'
import type * as z from 'zod'
import type { Price } from './read-price.ts'

/** A price in the API's format. */
export const priceAnswer = ({ price, block, source }: Price): z.output<typeof priceSchema> => ({
  price: price.toString(),
  blockNumber: Number(block.number),
  blockTime: Number(block.timestamp),
  source,
})
