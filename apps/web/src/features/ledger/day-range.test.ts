import { describe, expect, test } from 'vitest'
import { formatDate } from '../../ui/text/format.ts'
import { firstDay, isDay, momentOf, shapeDay } from './day-range.ts'

describe('days of the ledger’s filter', () => {
  const now = new Date(2026, 10, 23, 15, 4)

  test('a span of one day is today, and today counts in a longer one', () => {
    expect(firstDay(1, now)).toBe('2026-11-23')
    expect(firstDay(7, now)).toBe('2026-11-17')
    expect(firstDay(30, now)).toBe('2026-10-25')
  })

  test('goes back over the end of the year', () => {
    expect(firstDay(7, new Date(2026, 0, 3, 0, 0))).toBe('2025-12-28')
  })

  test('a day is a moment at its start or its last millisecond, in the reader’s own zone', () => {
    expect(formatDate(momentOf('2026-11-23', false), 'YMDHMS')).toBe('2026-11-23 00:00:00')
    expect(formatDate(momentOf('2026-11-23', true), 'YMDHMS')).toBe('2026-11-23 23:59:59')
  })

  test.each([
    ['', ''],
    ['2026', '2026'],
    ['20261', '2026-1'],
    ['20261123', '2026-11-23'],
    ['2026/11/23', '2026-11-23'],
    ['2026-11-234', '2026-11-23'],
  ])('typed %o becomes %o', (typed, shaped) => {
    expect(shapeDay(typed)).toBe(shaped)
  })

  test.each([
    ['2026-11-23', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
  ])('%o is a day of the calendar: %o', (text, is) => {
    expect(isDay(text)).toBe(is)
  })
})
