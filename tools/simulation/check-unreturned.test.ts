import { expect, test } from 'vitest'
import { unreturnedOf } from './check-unreturned.ts'

test('payments take off what was deposited before them, and never more', () => {
  expect(unreturnedOf([])).toBe(0n)
  expect(unreturnedOf([100n, -30n])).toBe(70n)
  expect(unreturnedOf([-30n, 100n])).toBe(100n)
  expect(unreturnedOf([100n, -250n, 40n])).toBe(40n)
})
