import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WAD } from '../amounts.ts'
import { type PodWeek, podPowerValue, podReturnWeeks, yearsOf } from './pod-return.ts'

const RULES = { dividendBps: 8_750n, prizeBps: 1_250n, weekCapBps: 2_000n }
const NOTHING = { USDT: 0n, DR: 0n }
const usdt = (whole: bigint) => ({ USDT: whole * WAD, DR: 0n })
/** Two units for a dollar, as by default. */
const bought = (value: bigint) => ({ power: value * 2n * WAD, value: value * WAD })
const quiet: PodWeek = { swapFees: NOTHING, pledged: 0n, drPrice: WAD / 2n }

describe('what POD power would draw, if weeks stayed like the last', () => {
  test('is its price in four weeks where the pool is far more than a week may pay', () => {
    // A fifth of the rest each week: 36 % after two, 48.8 % after three, 59 % after four.
    const rich = { ...quiet, swapFees: usdt(1_000_000n) }
    expect(podReturnWeeks(bought(100n), rich, RULES)).toBe(4)
  })

  test('is never its price where no fees come in', () => {
    expect(podReturnWeeks(bought(100n), { ...quiet, pledged: 1_000n * WAD }, RULES)).toBeNull()
    expect(podReturnWeeks(bought(0n), quiet, RULES)).toBeNull()
  })

  test('takes years where many share little', () => {
    const week = { ...quiet, swapFees: usdt(800n), pledged: 99_800n * WAD }
    // 700 USD a week for 100,000 units: 0.7 % of the rest, and half of it after ln 2 / 0.007 weeks.
    const weeks = podReturnWeeks(bought(100n), week, RULES)
    expect(weeks).toBe(99)
    expect(yearsOf(weeks ?? 0)).toBe(1.9)
  })

  test('counts DR by its price, and not at all without one', () => {
    const inDr = { ...quiet, swapFees: { USDT: 0n, DR: 1_600n * WAD }, pledged: 99_800n * WAD }
    expect(podReturnWeeks(bought(100n), inDr, RULES)).toBe(99)
    expect(podReturnWeeks(bought(100n), { ...inDr, drPrice: null }, RULES)).toBeNull()
  })

  test('is later, or never, with lower fees, more pledged, or more bought', () => {
    const amount = fc.bigInt(0n, 100_000n * WAD)
    const payout = fc.record({ USDT: amount, DR: amount })
    const week = fc.record({
      swapFees: payout,
      pledged: amount,
      drPrice: fc.constant(WAD / 2n),
    })
    const weeks = (value: bigint, one: PodWeek): number =>
      podReturnWeeks(bought(value), one, RULES) ?? Infinity
    fc.assert(
      fc.property(week, fc.bigInt(1n, 10_000n), amount, (one, value, more) => {
        const now = weeks(value, one)
        const raised = { USDT: one.swapFees.USDT + more, DR: one.swapFees.DR }
        expect(weeks(value, { ...one, swapFees: raised })).toBeLessThanOrEqual(now)
        expect(weeks(value, { ...one, pledged: one.pledged + more })).toBeGreaterThanOrEqual(now)
        expect(weeks(value + more / WAD, one)).toBeGreaterThanOrEqual(now)
        expect(now).toBeGreaterThanOrEqual(4)
      }),
    )
  })
})

test('what power cost is the dollars it was given for, and never less', () => {
  expect(podPowerValue(200n * WAD, 20_000n)).toBe(100n * WAD)
  expect(podPowerValue(3n, 20_000n)).toBe(2n)
})
