import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sqrtBigInt } from './integers.ts'

test('the root is the greatest whose square is not above', () => {
  expect([0n, 1n, 2n, 3n, 4n, 8n, 9n].map(sqrtBigInt)).toEqual([0n, 1n, 1n, 1n, 2n, 2n, 3n])
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 300n), (n) => {
      const root = sqrtBigInt(n)
      expect(root * root <= n && n < (root + 1n) ** 2n).toBe(true)
    }),
  )
})
