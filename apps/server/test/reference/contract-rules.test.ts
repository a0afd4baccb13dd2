import { minUsdtBurn } from '@dr/protocol/rules/withdrawal-burn'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitFlush, splitFunding, usdtBurn } from './contract-rules.ts'
import { RUNS } from './runs.ts'

test('the operator’s funding goes 80 % to the deflation vault and 20 % to the node vault, the odd base unit to the former', () => {
  expect(splitFunding(1_004n)).toEqual({ node: 200n, deflation: 804n })
})

test('a flush goes 64 % to the deflation vault and 36 % to the node vault, the odd base unit to the former', () => {
  expect(splitFlush(1_001n)).toEqual({ node: 360n, deflation: 641n })
})

describe('a withdrawal of USDT burns DR', () => {
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
          expect(burned <= voucher && burned >= minUsdtBurn(voucher)).toBe(true)
          expect(minUsdtBurn(voucher) * 10n >= voucher * 9n).toBe(true)
          if (getter !== null && getter < voucher)
            expect(burned === getter || burned === minUsdtBurn(voucher)).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })
})
