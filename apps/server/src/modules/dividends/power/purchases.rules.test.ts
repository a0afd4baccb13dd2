import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftByPurchase } from './purchases.rules.ts'

describe('POD power by purchase', () => {
  test('is consumed oldest first', () => {
    const purchases = [{ power: 100n }, { power: 50n }, { power: 30n }]
    expect(leftByPurchase(purchases, 60n)).toEqual([
      { power: 100n, consumed: 100n, left: 0n },
      { power: 50n, consumed: 20n, left: 30n },
      { power: 30n, consumed: 0n, left: 30n },
    ])
  })

  test('adds up to what is left, and no purchase draws more than its power', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, 1_000n), { maxLength: 8 }), fc.nat(1_000), (powers, permille) => {
        const obtained = powers.reduce((a, b) => a + b, 0n)
        const left = (obtained * BigInt(permille)) / 1_000n
        const view = leftByPurchase(
          powers.map((power) => ({ power })),
          left,
        )
        expect(view.reduce((sum, one) => sum + one.left, 0n)).toBe(left)
        for (const one of view) expect(one.left >= 0n && one.consumed + one.left === one.power).toBe(true)
        const partly = view.filter((one) => one.left > 0n && one.consumed > 0n)
        expect(partly.length <= 1).toBe(true)
      }),
    )
  })

  test('is never more than was obtained', () => {
    expect(() => leftByPurchase([{ power: 1n }], 2n)).toThrow(RangeError)
  })
})
