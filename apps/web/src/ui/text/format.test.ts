import { describe, expect, it } from 'vitest'
import {
  formatBps,
  formatCount,
  formatDate,
  formatPercent,
  formatPower,
  formatShare,
  formatShort,
  mask,
  maskEmail,
  shortenAddress,
  splitSpan,
} from './format.ts'

const moment = new Date(2026, 10, 8, 9, 4, 7)

describe('formatDate', () => {
  it.each([
    ['YMD', '2026-11-08'],
    ['YMDHMS', '2026-11-08 09:04:07'],
    ['HMS', '09:04:07'],
    ['YM', '2026-11'],
    ['HM', '09:04'],
  ] as const)('%s', (form, text) => {
    expect(formatDate(moment, form)).toBe(text)
  })
  it('refuses what is not a date', () => {
    expect(() => formatDate('soon', 'YMD')).toThrow(RangeError)
  })
  it('shortens to month, day and minute', () => {
    expect(formatShort(moment, moment)).toBe('11-08 09:04')
  })
  it('keeps the year where it is another than now', () => {
    expect(formatShort(moment, new Date(2027, 0, 1))).toBe('2026-11-08 09:04')
  })
})

describe('shortenAddress', () => {
  const address = '0x71c7656ec7ab88b098defb751b7401b5f6d89a2f'
  it('keeps first and last 12', () => {
    expect(shortenAddress(address)).toBe('0x71c7656ec7…01b5f6d89a2f')
  })
  it('keeps 4 and 4 for the navigation bar', () => {
    expect(shortenAddress(address, 4)).toBe('0x71c7…9a2f')
  })
  it('does not shorten short text', () => {
    expect(shortenAddress('0x1234')).toBe('0x1234')
  })
})

describe('formatPower', () => {
  it.each([
    [0n, '0 T'],
    [26n, '26 T'],
    [999n, '999 T'],
    [1_000n, '1 P'],
    [84_299n, '84.2 P'],
    [1_239_999n, '1.23 E'],
  ])('%s T', (power, text) => {
    expect(formatPower(power)).toBe(text)
  })
})

describe('formatShare', () => {
  it('cuts and never rounds up', () => {
    expect(formatShare(3_799n, 1_000_000n)).toBe('0.37%')
    expect(formatShare(99_999n, 100_000n)).toBe('99.99%')
  })
  it('shows a small share as small, and zero as zero', () => {
    expect(formatShare(1n, 1_000_000n)).toBe('<0.01%')
    expect(formatShare(0n, 5n)).toBe('0%')
    expect(formatShare(5n, 0n)).toBe('0%')
  })
  it('drops empty decimals only', () => {
    expect(formatShare(1n, 10n)).toBe('10%')
    expect(formatShare(1n, 1n)).toBe('100%')
  })
})

it('splits a span, never below zero', () => {
  expect(splitSpan(2 * 86_400 + 14 * 3_600 + 8 * 60 + 5)).toEqual({ days: 2, hours: 14, clock: '14:08:05' })
  expect(splitSpan(-5)).toEqual({ days: 0, hours: 0, clock: '00:00:00' })
})

it('masks the middle', () => {
  expect(mask('satoshi@example.com')).toBe('sa****om')
  expect(mask('abc')).toBe('****')
})

it('says a share of 1/10,000 as percent', () => {
  expect([500, 250n, '30', 0].map(formatBps)).toEqual(['5%', '2.5%', '0.3%', '0%'])
})

it.each([
  ['satoshi@example.com', 'sa****hi@example.com'],
  ['bob@example.com', '****@example.com'],
  ['"a@b"@example.com', '"a****b"@example.com'],
  ['no address', 'no****ss'],
])('hides the name of the e-mail %s and keeps its domain', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
    [0.5, '0.5'],
    [12_345.6789, '12,345.6789'],
    [41_208_113n, '41,208,113'],
  ])('%s is %s', (count, text) => {
    expect(formatCount(count)).toBe(text)
  })
})

describe('formatPercent', () => {
  it('writes a rate of 18 decimals as percent, never rounded up', () => {
    expect(formatPercent(5n * 10n ** 14n)).toBe('0.05%')
    expect(formatPercent(2_920n * 10n ** 14n)).toBe('29.2%')
    expect(formatPercent(199_999n * 10n ** 10n)).toBe('0.1999%')
  })
})
