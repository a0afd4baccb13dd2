import { expect, it } from 'vitest'
import { canDraw, hasDay, minedYesterday, shownDays } from './daily-view.ts'

const series = (...mined: readonly number[]) =>
  mined.map((amount, index) => ({ day: String(index), mined: String(amount) }))
const nothing = (count: number) => Array.from({ length: count }, () => 0)

it('shows a week to who began to mine in it, and to who mined nothing', () => {
  expect(shownDays(series(...nothing(88), 5, 7)).map(({ mined }) => mined)).toEqual([
    '0',
    '0',
    '0',
    '0',
    '0',
    '5',
    '7',
  ])
  expect(shownDays(series(...nothing(90)))).toHaveLength(7)
})

it('shows every day since the first, up to 30', () => {
  expect(shownDays(series(...nothing(78), 1, ...nothing(11)))).toHaveLength(12)
  expect(shownDays(series(1, ...nothing(89)))).toHaveLength(30)
})

it('shows what there is of a shorter series', () => {
  expect(shownDays(series(0, 3))).toHaveLength(2)
})

it('yesterday is the whole UTC day before, whatever the hour', () => {
  const days = [
    { day: '2026-11-26', mined: '3' },
    { day: '2026-11-27', mined: '7' },
    { day: '2026-11-28', mined: '2' },
  ]
  const at = (time: string) => Date.parse(time) / 1_000
  expect(minedYesterday(days, at('2026-11-28T00:00:01Z'))).toBe(7n)
  expect(minedYesterday(days, at('2026-11-28T23:59:59Z'))).toBe(7n)
  expect(minedYesterday(days, at('2026-11-29T00:00:00Z'))).toBe(2n)
  expect(minedYesterday(days, at('2026-12-01T00:00:00Z'))).toBe(0n)
})

it('yesterday is not said where mining began on it', () => {
  const days = [
    { day: '2026-11-26', mined: '0' },
    { day: '2026-11-27', mined: '7' },
    { day: '2026-11-28', mined: '2' },
  ]
  const at = (time: string) => Date.parse(time) / 1_000
  expect(minedYesterday(days, at('2026-11-28T06:00:00Z'))).toBe(0n)
  expect(minedYesterday(days, at('2026-11-29T06:00:00Z'))).toBe(2n)
})

it('one day is no chart', () => {
  expect(canDraw(series(0, 0, 3))).toBe(false)
  expect(canDraw(series(0, 2, 3))).toBe(true)
})

it('days that were read before midnight do not reach the day after it', () => {
  const days = [
    { day: '2026-11-27', mined: '1' },
    { day: '2026-11-28', mined: '2' },
  ]
  const midnight = Date.UTC(2026, 10, 29) / 1_000
  expect([hasDay(days, midnight - 1), hasDay(days, midnight), hasDay([], midnight)]).toEqual([
    true,
    false,
    false,
  ])
})
