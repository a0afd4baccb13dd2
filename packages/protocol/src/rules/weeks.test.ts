import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekEnd, weekOf, weekStart, weeksDue } from './weeks.ts'

const at = (iso: string) => BigInt(Date.parse(iso) / 1_000)

describe('weeks', () => {
  test('begin on Monday at 00:00 UTC', () => {
    const week = weekOf(at('2026-11-20T16:41:50Z'))
    expect(weekStart(week)).toBe(at('2026-11-16T00:00:00Z'))
    expect(weekEnd(week)).toBe(at('2026-11-23T00:00:00Z'))
  })

  test('contain their first second and not their end, in every year and leap year', () => {
    fc.assert(
      fc.property(fc.bigInt(345_600n, 10_000_000_000n), (timestamp) => {
        const week = weekOf(timestamp)
        expect(weekStart(week) <= timestamp && timestamp < weekEnd(week)).toBe(true)
        const monday = new Date(Number(weekStart(week)) * 1_000)
        expect(monday.getUTCDay()).toBe(1)
        expect(monday.toISOString().slice(11)).toBe('00:00:00.000Z')
        expect(weekOf(weekStart(week))).toBe(week)
        expect(weekOf(weekEnd(week))).toBe(week + 1n)
      }),
    )
  })

  test('are due once they are over, all that were missed, oldest first', () => {
    const week = weekOf(at('2026-11-20T00:00:00Z'))
    expect(weeksDue({ next: week, now: weekEnd(week) - 1n })).toEqual([])
    expect(weeksDue({ next: week, now: weekEnd(week) })).toEqual([week])
    expect(weeksDue({ next: week, now: weekEnd(week + 2n) + 5n })).toEqual([week, week + 1n, week + 2n])
  })

  test('do not reach before their beginning', () => {
    expect(() => weekOf(0n)).toThrow(RangeError)
  })
})
