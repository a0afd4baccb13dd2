import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extrapolate } from './extrapolate.ts'

describe('extrapolate', () => {
  it('adds the rate to the reading', () => {
    expect(extrapolate({ value: 100n, asOfMs: 1_000, ratePerSecond: 10n }, 3_500)).toBe(125n)
  })
  it('does not run backwards when the clock is behind the server', () => {
    expect(extrapolate({ value: 100n, asOfMs: 5_000, ratePerSecond: 10n }, 1_000)).toBe(100n)
  })
  it('stops at the horizon', () => {
    expect(extrapolate({ value: 0n, asOfMs: 0, ratePerSecond: 1n }, 10_000_000, 2_000)).toBe(2n)
  })
  it('never passes the cap and never goes below the reading', () => {
    const big = fc.bigInt({ min: 0n, max: 10n ** 30n })
    fc.assert(
      fc.property(
        big,
        big,
        big,
        fc.integer({ min: -1_000_000, max: 10_000_000 }),
        (value, rate, room, now) => {
          const cap = value + room
          const shown = extrapolate({ value, asOfMs: 0, ratePerSecond: rate, cap }, now)
          expect(shown).toBeGreaterThanOrEqual(value)
          expect(shown).toBeLessThanOrEqual(cap)
        },
      ),
    )
  })
})
