import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RUNS } from '../../../test/reference/runs.ts'
import { bucketsUntil, fillBuckets, priceOfReserves, spansByMinute } from './history.rules.ts'

describe('the history of a pool', () => {
  test('prices are the reserves’, and nothing where there is nothing', () => {
    expect(priceOfReserves({ token: 2_000_000n * WAD, usdt: 1_000_000n * WAD })).toBe(WAD / 2n)
    expect(priceOfReserves({ token: 3n, usdt: 1n })).toBe(WAD / 3n)
    expect(priceOfReserves({ token: 0n, usdt: 5n })).toBeNull()
    expect(priceOfReserves({ token: 5n, usdt: 0n })).toBeNull()
  })

  test('buckets begin at whole multiples, the last one around now', () => {
    expect(bucketsUntil(1_000n, { seconds: 600n, count: 1 }).from).toBe(600n)
    expect(bucketsUntil(1_200n, { seconds: 600n, count: 2 }).from).toBe(600n)
    expect(bucketsUntil(1_199n, { seconds: 600n, count: 2 }).from).toBe(0n)
  })

  test('nothing is drawn before the first change; what follows is carried on, its start included', () => {
    const buckets = { from: 600n, seconds: 600n, count: 4 }
    const changes = new Map([[1, { close: 7n, low: 5n, high: 9n }]])
    expect(fillBuckets({ buckets, before: null, changes })).toEqual([
      { at: 1_200n, close: 7n, low: 5n, high: 9n },
      { at: 1_800n, close: 7n, low: 7n, high: 7n },
      { at: 2_400n, close: 7n, low: 7n, high: 7n },
    ])
    expect(fillBuckets({ buckets, before: 20n, changes }).slice(0, 2)).toEqual([
      { at: 600n, close: 20n, low: 20n, high: 20n },
      { at: 1_200n, close: 7n, low: 5n, high: 20n },
    ])
    expect(fillBuckets({ buckets, before: null, changes: new Map() })).toEqual([])
  })

  test('is that of every second looked at by itself', () => {
    const changes = fc.array(fc.record({ gap: fc.bigInt(0n, 400n), price: fc.bigInt(1n, 50n) }), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(changes, fc.constantFrom(60n, 300n, 600n), (gaps, seconds) => {
        let at = 1_000n
        const prices = gaps.map(({ gap, price }) => {
          at += gap
          return { at, price }
        })
        const buckets = bucketsUntil(at, { seconds, count: 6 })
        const spans = spansByMinute(prices)
        const perBucket = (index: number) =>
          spans.filter(
            ({ minute }) =>
              (minute * 60n - buckets.from) / seconds === BigInt(index) && minute * 60n >= buckets.from,
          )
        const folded = new Map(
          Array.from({ length: buckets.count }, (_, index) => index).flatMap((index) => {
            const own = perBucket(index)
            const last = own.at(-1)
            if (!last) return []
            const low = own.reduce((a, { low }) => (low < a ? low : a), last.low)
            const high = own.reduce((a, { high }) => (high > a ? high : a), last.high)
            return [[index, { close: last.close, low, high }] as const]
          }),
        )
        const before = spans.filter(({ minute }) => minute * 60n < buckets.from).at(-1)?.close ?? null
        const points = fillBuckets({ buckets, before, changes: folded })

        for (const point of points) {
          const until = prices.filter((change) => change.at < point.at + seconds)
          const within = until.filter((change) => change.at >= point.at)
          const start = until.filter((change) => change.at < point.at).at(-1)
          const seen = [...(start ? [start] : []), ...within].map(({ price }) => price)
          const sorted = seen.toSorted((a, b) => Number(a - b))
          expect(point).toMatchObject({ close: seen.at(-1), low: sorted[0], high: sorted.at(-1) })
        }
        const drawn = BigInt(points.length) * seconds
        const first = prices[0]?.at ?? 0n
        expect(points[0]?.at).toBe(first < buckets.from ? buckets.from : (first / seconds) * seconds)
        expect(points.at(-1)?.at).toBe(buckets.from + BigInt(buckets.count - 1) * seconds)
        expect(drawn > 0n).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})
