import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxWithRecent, recentDays, recentPart, recentShare } from './recent-deposits.ts'

const ONE = 10n ** 18n
const amount = fc.bigInt({ min: 0n, max: 1_000n })
const state = fc.record({ available: amount, unreturned: amount, recent: amount, received: amount })

describe('the share of recent deposits', () => {
  test('is a quarter of the vault’s day, of a small one too', () => {
    expect(recentShare({ limit: 40_000n * ONE })).toBe(10_000n * ONE)
    expect(recentShare({ limit: 100n * ONE })).toBe(25n * ONE)
  })

  test.each([
    // limit, total, days
    ['5 % of what it holds', 50_000n, 1_000_000n, 30n],
    ['more', 100_000n, 1_000_000n, 30n],
    ['all of it, as in a young vault', 100n, 100n, 30n],
    ['2.5 %', 25_000n, 1_000_000n, 60n],
    ['5 % of an odd sum, cut by the contract', 50_000n, 1_000_019n, 30n],
    ['4.9 %', 49_000n, 1_000_000n, 30n],
    ['4.8 %', 48_000n, 1_000_000n, 31n],
    ['1 %, the minimum that the contract allows', 10_000n, 1_000_000n, 150n],
    ['nothing', 0n, 0n, 150n],
  ])('the limit is %s', (_, limit, total, days) => {
    expect(recentDays({ limit, total })).toBe(days)
  })

  test('what else may leave within as many days is more than the vault holds', () => {
    const total = fc.bigInt({ min: 1n, max: 10n ** 27n })
    fc.assert(
      fc.property(total, fc.bigInt({ min: 100n, max: 1_000n }), (total, bps) => {
        const limit = (total * bps) / 10_000n
        if (limit < 100n) return // less than a vault's minimum
        const rest = limit - recentShare({ limit })
        // The contract's day may count 25 hours.
        expect(rest * recentDays({ limit, total }) * 24n > total * 25n).toBe(true)
      }),
    )
  })
})

describe('the recent part of a withdrawal', () => {
  test.each([
    // taken, available, unreturned, recent, received, part
    ['of a deposit that came back today', 300n, 300n, 300n, 300n, 0n, 300n],
    ['of a deposit of last month', 300n, 300n, 300n, 0n, 0n, 0n],
    ['earnings leave before it', 500n, 800n, 300n, 300n, 0n, 0n],
    ['of all there is, earned and deposited', 800n, 800n, 300n, 300n, 0n, 300n],
    ['older deposits leave before it', 250n, 500n, 500n, 300n, 0n, 50n],
    ['what burns is not part of it', 300n, 300n, 100n, 300n, 0n, 100n],
    ['what others sent does not stay for it', 300n, 800n, 300n, 300n, 500n, 300n],
    ['nor is it ever part of it', 500n, 500n, 500n, 0n, 500n, 0n],
    ['what has left today counts again', 300n, 600n, 600n, 900n, 0n, 300n],
  ] as const)('%s', (_, taken, available, unreturned, recent, received, part) => {
    expect(recentPart(taken, { available, unreturned, recent, received })).toBe(part)
  })

  test('the greatest withdrawal within a share is within it, and a base unit more is not', () => {
    fc.assert(
      fc.property(state, amount, (mine, left) => {
        const max = maxWithRecent(mine, left)
        expect(max >= 0n && max <= mine.available).toBe(true)
        expect(recentPart(max, mine) <= left).toBe(true)
        if (max < mine.available) expect(recentPart(max + 1n, mine)).toBe(left + 1n)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is never more than what leaves without burn, and never of older money that covers the rest', () => {
    fc.assert(
      fc.property(state, amount, (mine, taken) => {
        const { available, unreturned, recent, received } = mine
        if (taken > available) return
        const part = recentPart(taken, mine)
        expect(part >= 0n && part <= taken && part <= unreturned && part <= recent).toBe(true)
        if (taken + recent + received <= available) expect(part).toBe(0n)
      }),
    )
  })
})
