import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostWithRecent, recentPart, recentShare, SHARE_MIN } from './recent-deposits.ts'

const ONE = 10n ** 18n
const amount = fc.bigInt({ min: 0n, max: 1_000n })

describe('the share of recent deposits', () => {
  test('is a quarter of the vault’s day, and enough for any minimum withdrawal', () => {
    expect(recentShare('USDT', 40_000n * ONE)).toBe(10_000n * ONE)
    expect(recentShare('USDT', 399n * ONE)).toBe(100n * ONE)
    expect(recentShare('DR', 3_999n * ONE)).toBe(1_000n * ONE)
    expect(recentShare('DR', 80_000n * ONE)).toBe(20_000n * ONE)
    expect(SHARE_MIN).toEqual({ USDT: 100n * ONE, DR: 1_000n * ONE })
  })
})

describe('the recent part of a withdrawal', () => {
  test.each([
    [
      'of a deposit that came back today',
      300n,
      { available: 300n, unreturned: 300n, recent: 300n, received: 0n },
      300n,
    ],
    ['of a deposit of last month', 300n, { available: 300n, unreturned: 300n, recent: 0n, received: 0n }, 0n],
    ['earnings leave before it', 500n, { available: 800n, unreturned: 300n, recent: 300n, received: 0n }, 0n],
    [
      'of all there is, earned and deposited',
      800n,
      { available: 800n, unreturned: 300n, recent: 300n, received: 0n },
      300n,
    ],
    [
      'older deposits leave before it',
      250n,
      { available: 500n, unreturned: 500n, recent: 300n, received: 0n },
      50n,
    ],
    [
      'what burns is not part of it',
      300n,
      { available: 300n, unreturned: 100n, recent: 300n, received: 0n },
      100n,
    ],
    [
      'what others sent does not stay for it',
      300n,
      { available: 800n, unreturned: 300n, recent: 300n, received: 500n },
      300n,
    ],
    [
      'nor is it ever part of it',
      500n,
      { available: 500n, unreturned: 500n, recent: 0n, received: 500n },
      0n,
    ],
    [
      'what has left today counts again',
      300n,
      { available: 600n, unreturned: 600n, recent: 900n, received: 0n },
      300n,
    ],
  ] as const)('%s', (_, taken, state, part) => {
    expect(recentPart(taken, state)).toBe(part)
  })

  test('the greatest withdrawal within a share is within it, and a base unit more is not', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (available, unreturned, recent, received, left) => {
        const state = { available, unreturned, recent, received }
        const most = mostWithRecent(state, left)
        expect(most >= 0n && most <= available).toBe(true)
        expect(recentPart(most, state) <= left).toBe(true)
        if (most < available) expect(recentPart(most + 1n, state)).toBe(left + 1n)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is never more than what leaves without burn, and never of older money that covers the rest', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        amount,
        (available, unreturned, recent, received, taken) => {
          if (taken > available) return
          const part = recentPart(taken, { available, unreturned, recent, received })
          expect(part >= 0n && part <= taken && part <= unreturned && part <= recent).toBe(true)
          if (taken + recent + received <= available) expect(part).toBe(0n)
        },
      ),
    )
  })
})
