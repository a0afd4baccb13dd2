import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisOf, changeText, type PriceHistory, viewPrices } from './price-view.ts'

const history = (closes: readonly bigint[], since: number | null = 0): PriceHistory => ({
  token: 'DR',
  range: '7d',
  from: 1_000_000,
  to: 1_604_800,
  bucketSeconds: 3_024,
  since,
  source: `0x${'1'.repeat(40)}`,
  points: closes.map((close, index) => ({
    at: 1_000_000 + index * 3_024,
    close: String(close),
    low: String(close - 1n),
    high: String(close + 1n),
  })),
})

it('draws nothing before there are two points', () => {
  expect(viewPrices(history([]))).toBeNull()
  expect(viewPrices(history([WAD], 1_600_000))).toBeNull()
})

it('gives last, highest, lowest and the change, each from the pool’s own figures', () => {
  const view = viewPrices(history([WAD, 2n * WAD, (WAD * 3n) / 2n]))
  expect(view).toMatchObject({
    last: (WAD * 3n) / 2n,
    high: 2n * WAD + 1n,
    low: WAD - 1n,
    changeBps: 5_000n,
    shortSince: null,
  })
  expect(view?.points.map(({ text }) => text)).toEqual(['1.00', '2.00', '1.50'])
})

it('names the day of each point, of 24 hours too', () => {
  const day = { ...history([WAD, WAD]), range: '24h' as const }
  for (const { label } of viewPrices(day)?.points ?? []) expect(label).toMatch(/\d\d-\d\d \d\d:\d\d$/)
})

it('says where the history is shorter than the range', () => {
  expect(viewPrices(history([WAD, WAD], 1_500_000))?.shortSince).toBe(1_500_000)
})

it('writes a change with its sign, cut', () => {
  expect(changeText(124n)).toBe('+1.24%')
  expect(changeText(-5n)).toBe('−0.05%')
  expect(changeText(0n)).toBe('0%')
})

it('the edges hold every close, and are never nearer to each other than two hundredths of the price', () => {
  const price = fc.bigInt({ min: 1n, max: 10n ** 24n })
  fc.assert(
    fc.property(fc.array(price, { minLength: 1, maxLength: 20 }), (closes) => {
      const { low, high } = axisOf(closes)
      for (const close of closes) {
        expect(close >= low && close <= high).toBe(true)
      }
      expect((high - low) * 100n >= ((low + high) / 2n - 100n) * 2n).toBe(true)
    }),
  )
  expect(axisOf([WAD, WAD])).toEqual({ low: (WAD * 99n) / 100n, high: (WAD * 101n) / 100n + 1n })
  expect(axisOf([WAD, 2n * WAD])).toEqual({ low: WAD, high: 2n * WAD })
})
