import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentPasswordProblem } from './payment-password.ts'

const sixDigits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 })

test('six digits, no more, no less, and nothing else', () => {
  for (const text of ['', '12345', '1234567', '12345a', ' 12345', '１２３４５６', '12 456', '-12345']) {
    expect([text, paymentPasswordProblem(text)]).toEqual([text, 'form'])
  }
})

test('the most common passwords are refused', () => {
  for (const text of ['000000', '999999', '123456', '654321', '121212', '123123', '135791', '456789']) {
    expect([text, paymentPasswordProblem(text)]).toEqual([text, 'too-simple'])
  }
  for (const text of ['284613', '100000', '112233', '199001']) {
    expect([text, paymentPasswordProblem(text)]).toEqual([text, null])
  }
})

test('of all of them hardly any is refused: the choice stays large', () => {
  const all = Array.from({ length: 1_000_000 }, (_, number) => String(number).padStart(6, '0'))
  const refused = all.filter((text) => paymentPasswordProblem(text) !== null).length
  expect(refused).toBeLessThan(1_200)
  expect(refused).toBeGreaterThan(100)
}, 60_000) // a million texts take more than five seconds on a busy machine

test('it never says "form" of six digits', () => {
  fc.assert(
    fc.property(sixDigits, (digits) => {
      expect(paymentPasswordProblem(digits.join(''))).not.toBe('form')
    }),
  )
})
