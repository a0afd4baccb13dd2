import type { drAveragesSchema } from '@dr/protocol/schemas'
import type * as z from 'zod'
import { maxBigInt, minBigInt } from '../../platform/integers.ts'
import type { Price } from './read-price.ts'

/**
 * Both averages of a token at one block: USDT for one, 18 decimals. Callers use `lower` or `higher`,
 * whichever is less favourable to the user.
 */
export interface Averages extends Price {
  readonly price24h: bigint
  readonly lower: bigint
  readonly higher: bigint
}

export const averagesOf = (average: Price, day: Price): Averages => ({
  ...average,
  price24h: day.price,
  lower: minBigInt(average.price, day.price),
  higher: maxBigInt(average.price, day.price),
})

/** Averages in the API's format. */
export const averagesAnswer = ({
  price,
  price24h,
  lower,
  higher,
  block,
  source,
}: Averages): z.output<typeof drAveragesSchema> => ({
  price: price.toString(),
  price24h: price24h.toString(),
  lower: lower.toString(),
  higher: higher.toString(),
  blockNumber: Number(block.number),
  blockTime: Number(block.timestamp),
  source,
})
