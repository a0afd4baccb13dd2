import { expect, it } from 'vitest'
import { isoWeek, weekName, weekStartMs } from './iso-week.ts'

it.each([
  [0, '1970-01-05', '1970-W02'],
  [2_968, '2026-11-23', '2026-W48'],
  // A year with 53 weeks, and a week that belongs to the previous year.
  [2_920, '2025-12-22', '2025-W52'],
  [2_660, '2020-12-28', '2020-W53'],
  [2_661, '2021-01-04', '2021-W01'],
  [2_556, '2018-12-31', '2019-W01'],
] as const)('week %i begins on %s and is %s', (week, monday, name) => {
  expect(new Date(weekStartMs(week)).toISOString().slice(0, 10)).toBe(monday)
  expect(weekName(week)).toBe(name)
})

it('gives year and number apart, for words', () => {
  expect(isoWeek(2_968)).toEqual({ year: 2026, number: 48 })
})
