import { formatAmount, parseAmount } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNothing, isUnreadable, pastedAmount, readAmount } from './typed-amount.ts'

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

  it('“1.000” may be a thousand in every language, and “1.500” in Vietnamese, which writes one half as 0,5', () => {
    for (const language of ['zh-CN', 'zh-TW', 'en', 'ko', 'ja', 'ms', 'vi'])
      expect(readAmount('1.000', 18, language)).toEqual({ ok: false, problem: 'ambiguous' })
    expect(readAmount('1.500', 18, 'vi')).toEqual({ ok: false, problem: 'ambiguous' })
    for (const language of ['zh-CN', 'zh-TW', 'en', 'ko', 'ja', 'ms'])
      expect(readAmount('1.500', 18, language)).toMatchObject({ canonical: '1.5' })
  })

  it('whatever the app prints can be pasted, in every language', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 26n }), fc.constantFrom('en', 'vi'), (value, language) => {
        const printed = formatAmount(value, { maxDecimals: 18 })
        for (const text of [printed, ` ${printed} USDT`, `$${printed}`])
          expect(readAmount(pastedAmount(text, language) ?? '', 18, language)).toMatchObject({ value })
      }),
    )
    expect(pastedAmount('1,000')).toBe('1000')
    expect(pastedAmount('1.005', 'vi')).toBe('1.0050')
  })

  it.each(['1.000', '1.000,5', '1,5', 'abc', '', '1 000'])('“%s” is pasted as it is', (text) => {
    expect(pastedAmount(text)).toBeNull()
  })
})
