import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeDigits, isCode, isDigits } from './validators.ts'

describe('validators', () => {
  it.each([
    ['0', true],
    ['0012', true],
    ['', false],
    ['1.5', false],
    ['-1', false],
    ['１２', false],
    ['12\n', false],
  ])('isDigits(%j) is %s', (text, yes) => {
    expect(isDigits(text)).toBe(yes)
  })
  it.each([
    ['123456', true],
    ['000000', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
  ])('isCode(%j) is %s', (text, yes) => {
    expect(isCode(text)).toBe(yes)
  })
  it('takes the code out of whatever is pasted, and never more than six digits', () => {
    expect(codeDigits('Code: 12 34-56 78')).toBe('123456')
    expect(codeDigits('１２３４５６')).toBe('123456')
    fc.assert(fc.property(fc.string(), (text) => /^[0-9]{0,6}$/.test(codeDigits(text))))
  })
})
