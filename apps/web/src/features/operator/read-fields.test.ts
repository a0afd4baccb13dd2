import { describe, expect, it } from 'vitest'
import {
  readAddress,
  readAmount,
  readPositive,
  readRate,
  readTime,
  readWhole,
  typed,
  typedRate,
  typedTime,
} from './read-fields.ts'

describe('what operators type', () => {
  it.each([
    ['12', 12],
    ['-3', -3],
    ['', null],
    ['1.5', null],
    ['1e3', null],
  ])('whole %j', (text, whole) => {
    expect(readWhole(text)).toBe(whole)
  })
  it('addresses are 20 bytes, in any case', () => {
    const address = `0x${'aB'.repeat(20)}`
    expect(readAddress(` ${address} `)).toBe(address.toLowerCase())
    for (const other of ['', '0x', address.slice(0, -1), `${address}0`, address.slice(2)]) {
      expect(readAddress(other), other).toBeNull()
    }
  })
  it('amounts are base units, and back', () => {
    expect(readPositive('1.5')).toBe('1500000000000000000')
    expect(readPositive('0')).toBeNull()
    expect(readAmount('0')).toBe('0')
    expect(readAmount('x')).toBeNull()
    expect(typed('1500000000000000000')).toBe('1.5')
    expect(typed('20000000000000000000000')).toBe('20000')
  })
  it('rates are percent a day; none is none, not zero', () => {
    expect(readRate('0.05')).toBe('500000000000000')
    expect(readRate(' ')).toBeNull()
    expect(readRate('0')).toBeUndefined()
    expect(readRate('much')).toBeUndefined()
    expect(typedRate('500000000000000')).toBe('0.05')
    expect(typedRate(null)).toBe('')
  })
  it.each([
    ['00:00', 0],
    ['22:30', 81_000],
    ['24:00', 86_400],
  ])('time %s', (text, seconds) => {
    expect(readTime(text)).toBe(seconds)
    expect(typedTime(seconds)).toBe(text)
  })
  it.each(['24:01', '9:60', 'noon', ''])('no time: %j', (text) => {
    expect(readTime(text)).toBeNull()
  })
})
