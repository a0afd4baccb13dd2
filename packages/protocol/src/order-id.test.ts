import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderIdToUint, uintToOrderId } from './order-id.ts'

test('uuid and number are two forms of one order, and keep its order', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      expect(uintToOrderId(orderIdToUint(a))).toBe(a)
      expect(orderIdToUint(a) < orderIdToUint(b)).toBe(a < b)
    }),
  )
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
      expect(orderIdToUint(uintToOrderId(value))).toBe(value)
    }),
  )
})

test('what is no uuid, or no 128-bit number, is refused', () => {
  const upper = '0198F2C4-0000-7000-8000-000000000001'
  for (const text of ['', upper, '0198f2c4', 'not-a-uuid', `${upper.toLowerCase()}0`]) {
    expect(() => orderIdToUint(text)).toThrow(RangeError)
  }
  expect(() => uintToOrderId(-1n)).toThrow(RangeError)
  expect(() => uintToOrderId(2n ** 128n)).toThrow(RangeError)
})
