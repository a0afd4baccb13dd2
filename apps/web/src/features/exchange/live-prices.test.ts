import { byToken, PRICED_TOKENS } from '@dr/protocol/tokens'
import { expect, it } from 'vitest'
import type { LivePools, SwapBook } from '../../api/queries/swap.ts'
import { withLivePool, withLivePrices } from './live-prices.ts'
import type { PriceHistory } from './price-view.ts'

const ADDRESS = `0x${'1'.repeat(40)}` as const
const tokenOf = (token: 'DR' | 'USDT', price: string): SwapBook['tokens'][number] => ({
  token,
  address: ADDRESS,
  average: price,
  inputPrice: price,
  outputPrice: price,
  inventory: '5',
  leftToday: '4',
})
const book: SwapBook = {
  exchange: ADDRESS,
  tokens: [tokenOf('USDT', '1'), tokenOf('DR', '2')],
  pairs: [{ inputToken: 'DR', outputToken: 'USDT', rate: '2', minimum: '1', maximum: '3', obstacle: null }],
  fee: { bps: 30, collected: '0', inviterBps: 1, nodePoolBps: 1, dividendPoolBps: 1 },
  boundBps: 500,
  lifetimeSeconds: 60,
  blockNumber: 7,
  blockTime: 700,
  source: ADDRESS,
}
const live = (blockNumber: number): LivePools => {
  const prices = { average: '5', inputPrice: '4', outputPrice: null }
  return {
    blockNumber,
    blockTime: blockNumber * 100,
    prices: byToken(PRICED_TOKENS, () => prices),
    pools: { DR: '6' },
  }
}

it('prices of a later block are in the book, with their block; the limits are as they were read', () => {
  const { tokens, pairs, blockNumber, blockTime } = withLivePrices(book, live(8))
  expect([blockNumber, blockTime, pairs]).toEqual([8, 800, book.pairs])
  expect(tokens).toEqual([
    tokenOf('USDT', '1'),
    { ...tokenOf('DR', '2'), average: '5', inputPrice: '4', outputPrice: null },
  ])
})

it('a book of the same block or a later one stays', () => {
  for (const given of [live(7), live(6), undefined]) expect(withLivePrices(book, given)).toBe(book)
  expect(withLivePrices(undefined, live(8))).toBeUndefined()
})

const point = (at: number, close: string) => ({ at, close, low: '3', high: '5' })
const history: PriceHistory = {
  token: 'DR',
  range: '24h',
  from: 0,
  to: 650,
  bucketSeconds: 600,
  since: 0,
  source: ADDRESS,
  points: [point(0, '4'), point(600, '5')],
}

it('the history ends with the pool’s newest price: in its last ten minutes, or in the next', () => {
  expect(withLivePool(history, live(7)).points).toEqual([
    point(0, '4'),
    { at: 600, close: '6', low: '3', high: '6' },
  ])
  expect(withLivePool(history, { ...live(7), pools: { DR: '2' } }).points[1]).toEqual({
    at: 600,
    close: '2',
    low: '2',
    high: '5',
  })
  expect(withLivePool(history, live(13)).points).toEqual([
    ...history.points,
    { at: 1_200, close: '6', low: '6', high: '6' },
  ])
})

it('a history that was read later stays, and that of another token', () => {
  expect(withLivePool(history, live(6))).toBe(history)
  expect(withLivePool({ ...history, token: 'DRGV' }, live(7)).points).toBe(history.points)
  expect(withLivePool({ ...history, points: [] }, live(7)).points).toEqual([])
  expect(withLivePool(history, undefined)).toBe(history)
})
