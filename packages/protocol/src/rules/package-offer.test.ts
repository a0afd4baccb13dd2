import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WAD } from '../amounts.ts'
import { netIncome, packageOffer, termIncome } from './package-offer.ts'

const BASIS_POINT = WAD / 10_000n
const prices = { price: WAD / 2n, lower: WAD / 2n, higher: WAD / 2n }
const offer = {
  token: 'USDT',
  incomeToken: 'USDT',
  dailyRate: 8n * BASIS_POINT,
  termDays: 90,
  amount: 1_000n * WAD,
  burnBps: 500n,
  prices,
} as const

describe('an offer', () => {
  test('says the simple rate of a year, the income of the term, and what is left of it after the burn', () => {
    expect(packageOffer(offer)).toEqual({
      yearlyRate: 2_920n * BASIS_POINT,
      result: {
        income: 72n * WAD,
        burn: (36n * WAD) / 10n,
        net: (684n * WAD) / 10n,
        burnDr: (72n * WAD) / 10n,
        worth: (684n * WAD) / 10n,
      },
    })
  })

  test('of 30 days at 1.5 % leaves more than was put in', () => {
    const { result } = packageOffer({ ...offer, dailyRate: 5n * BASIS_POINT, termDays: 30 })
    expect(result?.net).toBe((1_425n * WAD) / 100n)
  })

  test('in DR counts principal at the lower and income at the higher average, and is worth the lower', () => {
    const apart = { price: WAD / 4n, lower: WAD / 5n, higher: WAD / 4n }
    const { result } = packageOffer({ ...offer, incomeToken: 'DR', prices: apart })
    expect(result).toEqual({
      income: 288n * WAD,
      burn: (144n * WAD) / 10n,
      net: (2_736n * WAD) / 10n,
      burnDr: (144n * WAD) / 10n,
      worth: (5_472n * WAD) / 100n,
    })
  })

  test('without a price tells what needs none', () => {
    expect(packageOffer({ ...offer, incomeToken: 'DR', prices: null }).result).toBeNull()
    expect(packageOffer({ ...offer, prices: null }).result).toMatchObject({
      net: (684n * WAD) / 10n,
      burnDr: null,
    })
    expect(packageOffer({ ...offer, token: 'DR', incomeToken: 'DR', prices: null }).result).toMatchObject({
      net: (684n * WAD) / 10n,
      worth: null,
    })
  })

  test('never takes more than the income: whatever is offered, the principal is whole', () => {
    const amounts = fc.bigInt(1n, 10n ** 30n)
    const burns = fc.bigInt(0n, 1_000n)
    fc.assert(
      fc.property(amounts, burns, fc.constantFrom('USDT', 'DR'), (income, burnBps, incomeToken) => {
        const { net, burn, burnDr } = netIncome({ income, incomeToken, burnBps, prices })
        expect(net > 0n && net + burn === income).toBe(true)
        const worth = incomeToken === 'DR' ? burnDr : ((burnDr ?? 0n) * prices.price) / WAD
        expect(worth !== null && worth <= burn && burn - worth <= 1n).toBe(true)
      }),
    )
  })

  test('is the daily rate times the days in the same token', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), fc.integer({ min: 1, max: 365 }), (tokens, termDays) => {
        const amount = tokens * WAD
        expect(termIncome({ ...offer, amount, termDays, prices: null })).toBe(
          (amount * offer.dailyRate * BigInt(termDays)) / WAD,
        )
      }),
    )
  })
})
