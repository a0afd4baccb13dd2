import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WAD } from '../amounts.ts'
import { incomeExit, principalForIncome } from './income-withdrawal.ts'
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

describe('incomeExit', () => {
  const minimum = 100n
  it.each([
    ['in the other token, too little', 'DR', { principal: 500n, income: 99n }, 'stays'],
    ['in the other token, enough', 'DR', { principal: 500n, income: 100n }, 'alone'],
    ['none', 'DR', { principal: 500n, income: 0n }, 'alone'],
    ['in the own token, enough', 'USDT', { principal: 50n, income: 100n }, 'alone'],
    [
      'in the own token, enough with the principal',
      'USDT',
      { principal: 85n, income: 15n },
      'with-principal',
    ],
    ['in the own token, too little with it', 'USDT', { principal: 84n, income: 15n }, 'stays'],
  ] as const)('%s', (_, incomeToken, amounts, exit) => {
    expect(incomeExit({ token: 'USDT', incomeToken, minimum, ...amounts })).toBe(exit)
  })
  it('never promises a withdrawal below the minimum, nor withholds one that reaches it', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
    const token = fc.constantFrom('USDT' as const, 'DR' as const)
    const cases = fc.record({ token, incomeToken: token, principal: amount, income: amount, minimum: amount })
    fc.assert(
      fc.property(cases, (of) => {
        const together = of.token === of.incomeToken ? of.principal + of.income : of.income
        const withdrawn = { alone: of.income, 'with-principal': together, stays: null }[incomeExit(of)]
        if (of.income === 0n) return
        if (withdrawn === null) expect(together).toBeLessThan(of.minimum)
        else expect(withdrawn).toBeGreaterThanOrEqual(of.minimum)
      }),
    )
  })
})
