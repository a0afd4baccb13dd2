import { expect, it } from 'vitest'
import { AppError } from '../../../platform/app-error.ts'
import type { PriceReader } from '../../prices/index.ts'
import { exchangePrices } from './swap-tokens.ts'

const source = `0x${'ab'.repeat(20)}` as const
const block = { number: 7n, timestamp: 70n }
const noPrice = (reason: string) => new AppError('NO_PRICE', { details: { reason } })

/** A price reader with fixed prices; `failures` concern only DR. */
const readerOf = (failures: Partial<Record<'averages' | 'quotePrice' | 'spotPrice', Error>> = {}) => {
  const blocks: bigint[] = []
  const answer =
    <T>(name: keyof typeof failures, value: T) =>
    async (token: string, at: { number: bigint }): Promise<T> => {
      blocks.push(at.number)
      const failure = failures[name]
      if (failure && token === 'DR') throw failure
      return value
    }
  const price = (of: bigint) => ({ price: of, block, source })
  const reader = {
    newestBlock: async () => block,
    quotePrice: answer('quotePrice', price(5n)),
    spotPrice: answer('spotPrice', price(9n)),
    averages: answer('averages', { price: 5n, lower: 4n, higher: 6n, source }),
  } as unknown as PriceReader
  return { reader, blocks }
}

const priced = { average: '5', inputPrice: '4', outputPrice: '9' }
const none = { average: null, inputPrice: null, outputPrice: null }

it('values what comes in at the lowest and what goes out at the highest, all at one block', async () => {
  const { reader, blocks } = readerOf()
  expect(await exchangePrices(reader)).toEqual({
    blockNumber: 7,
    blockTime: 70,
    prices: { DR: priced, DRGV: priced },
  })
  expect(new Set(blocks)).toEqual(new Set([7n]))
})

it('says that there is no price where the oracle has none, or none of 24 hours', async () => {
  const failures = [
    { averages: noPrice('PoolTooShallow') },
    { averages: noPrice('WindowNotFull') },
    { averages: noPrice('WindowNotFull'), quotePrice: noPrice('WindowNotFull') },
  ]
  for (const failure of failures)
    expect((await exchangePrices(readerOf(failure).reader)).prices).toEqual({ DR: none, DRGV: priced })
})

it('says nothing where the chain could not be blocks', async () => {
  const failures = [
    { spotPrice: noPrice('chain-unavailable') },
    { averages: noPrice('reverted') },
    { averages: new Error('no endpoint answers') },
  ]
  for (const failure of failures) await expect(exchangePrices(readerOf(failure).reader)).rejects.toThrow()
})
