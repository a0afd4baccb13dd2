import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readQuantity } from './quantity.ts'

const limits = { min: 1, max: 500 }

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['1.5', 'not-whole'],
  ['1,5', 'not-whole'],
  ['1.000', 'not-whole'],
  ['1e2', 'not-whole'],
  ['0x10', 'not-whole'],
  ['abc', 'not-whole'],
  ['-1.5', 'not-whole'],
  ['1 2', 'not-whole'],
  ['-1', 'below'],
  ['−1', 'below'],
  ['－１', 'below'],
  ['0', 'below'],
  ['501', 'above'],
  ['1,000', 'above'],
  ['9'.repeat(400), 'above'],
])('%j is refused as %s, and becomes no other number', (text, problem) => {
  expect(readQuantity(text, limits)).toEqual({ value: null, problem })
})

test.each([
  ['1', 1],
  ['007', 7],
  ['500', 500],
  ['１２', 12],
  [' 12 ', 12],
])('%j is %i', (text, value) => {
  expect(readQuantity(text, limits)).toEqual({ value, problem: null })
})

test('reads back whole numbers as the app prints them, and nothing else in their place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), (value) => {
      const limits = { min: 1, max: 10_000_000 }
      for (const text of [String(value), value.toLocaleString('en')])
        expect(readQuantity(text, limits)).toEqual({ value, problem: null })
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,-+ e'x") }), (text) => {
      const { value } = readQuantity(text, { min: 0, max: 10 ** 12 })
      if (value !== null) expect(BigInt(text.trim().replaceAll(',', ''))).toBe(BigInt(value))
    }),
  )
})
