import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentIdOf } from './payment-id.rules.ts'

const KEY = 'chain:31337:0xab:4'

test('the same event has the same id, a UUID of version 8', () => {
  expect(paymentIdOf(KEY)).toBe(paymentIdOf(KEY))
  fc.assert(
    fc.property(fc.string(), (key) => {
      expect(paymentIdOf(key)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
    }),
  )
})

test('another log of the same transaction has another', () => {
  expect(paymentIdOf('chain:31337:0xab:5')).not.toBe(paymentIdOf(KEY))
})
