import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ceilHour, lifeEndOf, PERIOD_SECONDS, payElectricity, periodsLeft } from './paid-until.ts'

interface Vector {
  readonly at: number
  /** 0: never paid. */
  readonly previous: number
  readonly periods: number
  readonly paidUntil: number
}
const { vectors } = JSON.parse(
  readFileSync(new URL('../../vectors/paid-until.json', import.meta.url), 'utf8'),
) as { vectors: Vector[] }

const NEVER = Number.MAX_SAFE_INTEGER
const time = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 })
const periods = fc.integer({ min: 1, max: 60 })

describe('payElectricity', () => {
  test('does what the contract does, vector by vector', () => {
    expect(vectors.length).toBeGreaterThan(5)
    for (const { at, previous, periods: count, paidUntil } of vectors) {
      const paid = payElectricity({
        at,
        paidUntil: previous === 0 ? null : previous,
        periods: count,
        lifeEnd: NEVER,
      })
      expect(paid).toMatchObject({ paidUntil, cutByLife: false })
    }
  })

  test('whole hours, never less than was paid for, never past the life', () => {
    fc.assert(
      fc.property(time, periods, fc.integer({ min: 30, max: 1_200 }), (at, count, lifeDays) => {
        const lifeEnd = lifeEndOf(at, lifeDays)
        const paid = payElectricity({ at, paidUntil: null, periods: count, lifeEnd })
        expect(paid.paidUntil % 3_600).toBe(0)
        expect(paid.paidUntil <= lifeEnd).toBe(true)
        if (!paid.cutByLife) expect(paid.paidUntil - at >= count * PERIOD_SECONDS).toBe(true)
        expect(paid.cutByLife).toBe(paid.paidFrom + count * PERIOD_SECONDS > lifeEnd)
      }),
    )
  })

  test('paying n and then m is paying n + m, while the machine runs', () => {
    fc.assert(
      fc.property(time, periods, periods, fc.integer({ min: 0, max: PERIOD_SECONDS }), (at, n, m, later) => {
        const first = payElectricity({ at, paidUntil: null, periods: n, lifeEnd: NEVER })
        const second = payElectricity({
          at: at + later,
          paidUntil: first.paidUntil,
          periods: m,
          lifeEnd: NEVER,
        })
        const both = payElectricity({ at, paidUntil: null, periods: n + m, lifeEnd: NEVER })
        expect(second.paidUntil).toBe(both.paidUntil)
      }),
    )
  })

  test('periodsLeft: the last one allowed starts before the life ends, and one more would not', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 30, max: 1_200 }), (at, lifeDays) => {
        const lifeEnd = lifeEndOf(at, lifeDays)
        const left = periodsLeft({ at, paidUntil: null, lifeEnd })
        const start = ceilHour(at) + (left - 1) * PERIOD_SECONDS
        expect(start < lifeEnd).toBe(true)
        expect(start + PERIOD_SECONDS >= lifeEnd).toBe(true)
        expect(periodsLeft({ at: lifeEnd, paidUntil: null, lifeEnd })).toBe(0)
      }),
    )
  })
})
