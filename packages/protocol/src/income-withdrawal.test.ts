import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WAD } from './amounts.ts'
import { isBelowWithdrawal, principalForIncome } from './income-withdrawal.ts'
import { termIncome } from './package-offer.ts'

const price = fc.bigInt({ min: WAD / 1_000n, max: 100n * WAD })
const terms = fc.record({
  token: fc.constantFrom('USDT' as const, 'DR' as const),
  incomeToken: fc.constantFrom('USDT' as const, 'DR' as const),
  dailyRate: fc.bigInt({ min: 1n, max: WAD / 50n }),
  termDays: fc.integer({ min: 1, max: 365 }),
  prices: fc.record({ lower: price, higher: price }),
})

describe('principalForIncome', () => {
  it('is the smallest principal whose income reaches the minimum', () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 1n, max: 1_000n * WAD }), (of, minimum) => {
        const amount = principalForIncome({ ...of, minimum }) ?? 0n
        expect(termIncome({ ...of, amount })).toBeGreaterThanOrEqual(minimum)
        expect(termIncome({ ...of, amount: amount - 1n })).toBeLessThan(minimum)
      }),
    )
  })
  it('is not known without a price, where one is needed', () => {
    const of = { dailyRate: WAD / 1_000n, termDays: 30, prices: null, minimum: WAD } as const
    expect(principalForIncome({ ...of, token: 'USDT', incomeToken: 'DR' })).toBeNull()
    expect(principalForIncome({ ...of, token: 'USDT', incomeToken: 'USDT' })).toBe((100n * WAD + 2n) / 3n)
    expect(principalForIncome({ ...of, token: 'DR', incomeToken: 'DR', dailyRate: 0n })).toBeNull()
  })
})

describe('isBelowWithdrawal', () => {
  it.each([
    ['DR', 99n, true],
    ['DR', 100n, false],
    ['DR', 0n, false],
    // It leaves with the principal.
    ['USDT', 1n, false],
  ] as const)('income in %s of %s: %s', (incomeToken, income, below) => {
    expect(isBelowWithdrawal({ token: 'USDT', incomeToken, income, minimum: 100n })).toBe(below)
  })
})
