import type { LiveMessage, LivePrices } from '@dr/protocol/live'
import { byToken, PRICED_TOKENS } from '@dr/protocol/tokens'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { followAverages } from './follow-averages.ts'

const source = `0x${'ab'.repeat(20)}` as const
const pricesOf = (price: string, blockNumber: number): LivePrices => {
  const one = { price, blockNumber, blockTime: 1, source }
  const swap = { average: price, inputPrice: price, outputPrice: price }
  const exchange = { blockNumber, blockTime: 1, prices: byToken(PRICED_TOKENS, () => swap) }
  return { averages: byToken(PRICED_TOKENS, () => one), exchange }
}

const start = () => {
  const warnings: unknown[] = []
  const sent: Pick<LiveMessage, 'prices' | 'averages' | 'exchange'>[] = []
  const market = { price: '1', block: 0, reads: 0, isWatched: true, error: undefined as Error | undefined }
  const averages = followAverages({
    read: async () => {
      market.reads += 1
      market.block += 1
      if (market.error) throw market.error
      return pricesOf(market.price, market.block)
    },
    send: (one) => void sent.push(one),
    isWatched: () => market.isWatched,
    logger: { warn: (line: unknown) => void warnings.push(line) },
  })
  /** Averages of each message; `-` without any. */
  const prices = () =>
    sent.map(({ averages }) => (averages === undefined ? '-' : (averages?.DR.price ?? null)))
  return { averages, market, sent, warnings, prices }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('a change is read at once; of changes that follow closely the last, a second after the reading before', async () => {
  const { averages, market, prices, sent } = start()
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(1)
  expect(prices()).toEqual(['1'])
  for (const price of ['2', '3', '4']) {
    market.price = price
    averages.changed({ DR: price })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(prices()).toEqual(['1'])
  await vi.advanceTimersByTimeAsync(700)
  expect(prices()).toEqual(['1', '4'])
  expect(sent.at(-1)).toMatchObject({ prices: { DR: '4' }, exchange: { blockNumber: 2 } })
  expect(market.reads).toBe(2)
})

it('a change during a reading is read after it', async () => {
  const { averages, market } = start()
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(0)
  averages.changed({ DR: '9' })
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(market.reads).toBe(2)
})

it('is read again while an average moves on, sent only where that is seen, and then no more', async () => {
  const { averages, market, prices } = start()
  market.price = '1000000'
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect([market.reads, prices()]).toEqual([2, ['1000000']])
  market.price = '1000009'
  await vi.advanceTimersByTimeAsync(15_000)
  expect(prices()).toEqual(['1000000'])
  market.price = '1000010'
  await vi.advanceTimersByTimeAsync(15_000)
  expect(prices()).toEqual(['1000000', '1000010'])
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  const { reads } = market
  expect(reads).toBeGreaterThan(170)
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(market.reads).toBe(reads)
})

it('without a price null is sent once; a chain that cannot be asked says nothing of it', async () => {
  const { averages, market, prices, warnings, sent } = start()
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(1)
  market.error = new Error('no endpoint answers')
  averages.changed({ DR: '8' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([prices(), warnings]).toEqual([['1', '-'], [{ reason: 'Error: no endpoint answers' }]])
  expect(sent.at(-1)).toEqual({ prices: { DR: '8' } })
  market.error = new AppError('NO_PRICE', { details: { reason: 'PoolTooShallow' } })
  for (const _ of [1, 2]) {
    averages.changed({ DR: '7' })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect([prices(), warnings.length]).toEqual([['1', '-', null, '-'], 1])
  market.error = undefined
  await vi.advanceTimersByTimeAsync(15_000)
  expect(prices()).toEqual(['1', '-', null, '-', '1'])
})

it('reads nothing while no stream is open, and knows nothing of what changed meanwhile', async () => {
  const { averages, market, prices } = start()
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(1)
  expect(averages.latest()?.averages.DR.price).toBe('1')
  market.isWatched = false
  market.price = '2'
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect([market.reads, averages.latest()]).toEqual([1, undefined])
  market.isWatched = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(prices()).toEqual(['1', '2'])
  expect(averages.latest()?.averages.DR.price).toBe('2')
})

it('ends', async () => {
  const { averages, market } = start()
  averages.changed({ DR: '9' })
  averages.stop()
  averages.changed({ DR: '9' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(market.reads).toBe(0)
})
