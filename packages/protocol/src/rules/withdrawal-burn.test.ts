import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WAD } from '../amounts.ts'
import { burnShare, minUsdtBurn, usdtVoucherBurn } from './withdrawal-burn.ts'

describe('a withdrawal of USDT burns DR', () => {
  test('worth 5 % of it', () => {
    const burn = { burnable: 1_000n * WAD, burnBps: 500n, drPrice: WAD / 2n }
    expect(burnShare(burn)).toBe(50n * WAD)
    expect(usdtVoucherBurn(burn)).toBe(100n * WAD)
  })

  test('of a voucher’s burn at least 90 %, rounded up', () => {
    expect([minUsdtBurn(100n), minUsdtBurn(101n), minUsdtBurn(0n)]).toEqual([90n, 91n, 0n])
  })

  test('never worth more than 5 % at the voucher’s price', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.bigInt(1n, 10n ** 24n), (amount, drPrice) => {
        const burned = usdtVoucherBurn({ burnable: amount, burnBps: 500n, drPrice })
        expect(burned * drPrice * 20n <= amount * WAD).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})
