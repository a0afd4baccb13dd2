import { parseAmount } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import { isNothing, isUnreadable } from './typed-amount.ts'

describe('what is typed into an amount field', () => {
  it.each(['', ' ', '0', '0.00', '０'])('“%s” is nothing, and readable', (text) => {
    expect(isNothing(parseAmount(text))).toBe(true)
    expect(isUnreadable(parseAmount(text))).toBe(false)
  })

  it.each(['-1', 'abc', '1,500'])('“%s” cannot be read, and is not nothing', (text) => {
    expect(isNothing(parseAmount(text))).toBe(false)
    expect(isUnreadable(parseAmount(text))).toBe(true)
  })

  it('an amount is neither', () => {
    expect(isNothing(parseAmount('0.5'))).toBe(false)
    expect(isUnreadable(parseAmount('0.5'))).toBe(false)
  })
})
