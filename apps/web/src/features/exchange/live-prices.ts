import { isPriced } from '@dr/protocol/tokens'
import type { LivePools, SwapBook } from '../../api/queries/swap.ts'
import type { PriceHistory } from './price-view.ts'

/** Applies the stream's prices to the book if they are from a later block; limits are unchanged. */
export const withLivePrices = <Book extends SwapBook | undefined>(
  book: Book,
  live: LivePools | undefined,
): Book => {
  if (!(book && live) || live.blockNumber <= book.blockNumber) return book
  const { blockNumber, blockTime, prices } = live
  const tokens = book.tokens.map((one) => (isPriced(one.token) ? { ...one, ...prices[one.token] } : one))
  return { ...book, blockNumber, blockTime, tokens }
}

/** Extends the history to the pool's newest price. */
export const withLivePool = (history: PriceHistory, live: LivePools | undefined): PriceHistory => {
  const { token, points, to, bucketSeconds } = history
  const price = live?.pools[token]
  const last = points.at(-1)
  if (!(live && price && last) || live.blockTime < to) return history
  const at = live.blockTime - (live.blockTime % bucketSeconds)
  if (at > last.at) return { ...history, points: [...points, { at, close: price, low: price, high: price }] }
  const low = BigInt(price) < BigInt(last.low) ? price : last.low
  const high = BigInt(price) > BigInt(last.high) ? price : last.high
  return { ...history, points: [...points.slice(0, -1), { ...last, close: price, low, high }] }
}
