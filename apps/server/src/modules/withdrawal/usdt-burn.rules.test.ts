import { WAD } from '@dr/protocol/amounts'
import { burnShare, leastUsdtBurn, usdtVoucherBurn } from '@dr/protocol/withdrawal-burn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RUNS } from '../testing/test-runs.ts'
import { usdtBurn } from './usdt-burn.rules.ts'

describe('a withdrawal of USDT burns DR', () => {
  test('worth 5 % of it', () => {
    const burn = { burnable: 1_000n * WAD, burnBps: 500n, drPrice: WAD / 2n }
    expect(burnShare(burn)).toBe(50n * WAD)
    expect(usdtVoucherBurn(burn)).toBe(100n * WAD)
  })

  test.each([
    ['the getter’s, when that is lower', 100n, 95n, 95n],
    ['the voucher’s, when that is lower', 100n, 200n, 100n],
    ['90 % of the voucher’s at least', 100n, 1n, 90n],
    ['90 % of it, rounded up', 101n, 0n, 91n],
    ['the voucher’s, when the getter says nothing', 100n, null, 100n],
  ] as const)('%s', (_, voucher, getter, burned) => {
    expect(usdtBurn({ voucher, getter })).toBe(burned)
  })

  test('between 90 % of the voucher’s and all of it, whatever the pool says', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 30n),
        fc.option(fc.bigInt(0n, 10n ** 40n), { nil: null }),
        (voucher, getter) => {
          const burned = usdtBurn({ voucher, getter })
          expect(burned <= voucher && burned >= leastUsdtBurn(voucher)).toBe(true)
          expect(leastUsdtBurn(voucher) * 10n >= voucher * 9n).toBe(true)
          if (getter !== null && getter < voucher)
            expect(burned === getter || burned === leastUsdtBurn(voucher)).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('never worth more than 5 % at the voucher’s price', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.bigInt(1n, 10n ** 24n), (amount, drPrice) => {
        const burned = usdtVoucherBurn({ burnable: amount, burnBps: 500n, drPrice })
        expect(burned * drPrice * 20n <= amount * WAD).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })
})
