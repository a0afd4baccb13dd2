import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WAD } from '../amounts.ts'
import { daysUntilHalfPrice } from './half-price.ts'

test.each([
  [2_000_000n, 20_000n, 41],
  [2_000_000n, 10n, 82_842],
  [100n, 42n, 0],
  [0n, 1n, 0],
  [1n, 0n, null],
])('a pool of %i DR and %i DR earned a day: %s', (poolDr, earnedPerDay, days) => {
  expect(daysUntilHalfPrice({ poolDr: poolDr * WAD, earnedPerDay: earnedPerDay * WAD })).toBe(days)
})

test('after so many days of sales the price is not below half, and a day later it is', () => {
  const reserve = fc.bigInt({ min: WAD, max: 10n ** 9n * WAD })
  fc.assert(
    fc.property(reserve, reserve, fc.bigInt({ min: WAD, max: 20_000n * WAD }), (dr, usdt, earnedPerDay) => {
      const days = daysUntilHalfPrice({ poolDr: dr, earnedPerDay })
      if (days === null) throw new Error('something is earned')
      /** Whether the later price is below half of today's: usdt × dr is constant, so the price is k / dr². */
      const isBelowHalf = (afterDays: number): boolean => {
        const later = dr + BigInt(afterDays) * earnedPerDay
        return 2n * dr * dr * usdt < later * later * usdt
      }
      expect(isBelowHalf(days)).toBe(false)
      expect(isBelowHalf(days + 1)).toBe(true)
    }),
  )
})
