import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostWithRecent, recentPart, recentShare, SHARE_MIN } from './recent-deposits.ts'

const ONE = 10n ** 18n
const amount = fc.bigInt({ min: 0n, max: 1_000n })
const state = fc.record({ available: amount, unreturned: amount, recent: amount, received: amount })

describe('the share of recent deposits', () => {
  test('is a quarter of the vault’s day; of a young vault’s, what any minimum withdrawal needs, or half', () => {
    expect(recentShare('USDT', 40_000n * ONE)).toBe(10_000n * ONE)
    expect(recentShare('USDT', 399n * ONE)).toBe(100n * ONE)
    expect(recentShare('USDT', 199n * ONE)).toBe(99n * ONE + ONE / 2n)
    expect(recentShare('USDT', 100n * ONE)).toBe(50n * ONE)
    expect(recentShare('DR', 80_000n * ONE)).toBe(20_000n * ONE)
    expect(recentShare('DR', 3_999n * ONE)).toBe(1_000n * ONE)
    expect(recentShare('DR', 1_000n * ONE)).toBe(500n * ONE)
    expect(SHARE_MIN).toEqual({ USDT: 100n * ONE, DR: 1_000n * ONE })
  })

  test('leaves at least half of every day to others, and is never less than a quarter', () => {
    fc.assert(
      fc.property(fc.constantFrom('USDT', 'DR'), fc.bigInt({ min: 0n, max: 10n ** 24n }), (token, limit) => {
        const share = recentShare(token, limit)
        expect(share * 2n <= limit).toBe(true)
        expect(share).toBeGreaterThanOrEqual(limit / 4n)
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
        const most = mostWithRecent(mine, left)
        expect(most >= 0n && most <= mine.available).toBe(true)
        expect(recentPart(most, mine) <= left).toBe(true)
        if (most < mine.available) expect(recentPart(most + 1n, mine)).toBe(left + 1n)
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
