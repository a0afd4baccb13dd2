import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assumptions, daysUntilHalving, estimateReturn, isEstimable } from './break-even.rules.ts'

const base: Assumptions = {
  machineCount: 1,
  power: 10,
  price: 100n * WAD,
  lifeDays: 1_080,
  periods: 12,
  othersPower: 90,
  emissionPerDay: 50_000n * WAD,
  halvesInDays: 700,
  drPrice: WAD / 100n,
  drgvPrice: WAD / 2n,
  powerGrowthBps: 0,
  priceChangeBps: 0,
}

const cases = fc.record({
  machineCount: fc.integer({ min: 1, max: 1_000 }),
  power: fc.integer({ min: 1, max: 5_000 }),
  price: fc.bigInt({ min: 1n, max: 100_000n * WAD }),
  lifeDays: fc.integer({ min: 30, max: 1_500 }),
  periods: fc.integer({ min: 1, max: 36 }),
  othersPower: fc.integer({ min: 0, max: 10_000_000 }),
  emissionPerDay: fc.bigInt({ min: 0n, max: 50_000n * WAD }),
  halvesInDays: fc.integer({ min: 0, max: 730 }),
  drPrice: fc.bigInt({ min: 0n, max: 10n * WAD }),
  drgvPrice: fc.bigInt({ min: 1n, max: 10n * WAD }),
  powerGrowthBps: fc.integer({ min: 0, max: 5_000 }),
  priceChangeBps: fc.integer({ min: -5_000, max: 5_000 }),
})
const later = (a: number | null, b: number | null): boolean => a === null || (b !== null && a >= b)

describe('estimateReturn', () => {
  it('a tenth of the network mines a tenth of its emission', () => {
    const { mined, value, cost, days, breakEvenDay } = estimateReturn(base)
    expect(days).toBe(360)
    expect(mined).toBe(5_000n * WAD * 360n)
    expect(value).toBe(50n * WAD * 360n)
    // 100 for the machine, 12 × 6 DRGV at 0.5.
    expect(cost).toBe(136n * WAD)
    expect(breakEvenDay).toBe(3)
  })
  it('says when it never does', () => {
    expect(estimateReturn({ ...base, drPrice: 0n }).breakEvenDay).toBeNull()
    expect(estimateReturn({ ...base, othersPower: 100_000_000 }).breakEvenDay).toBeNull()
  })
  it('halves on the day of the schedule, and 730 days after it again', () => {
    const at = (lifeDays: number) =>
      estimateReturn({ ...base, periods: 50, lifeDays, halvesInDays: 10 }).mined
    expect(at(11) - at(10)).toBe((at(10) - at(9)) / 2n)
    expect(at(741) - at(740)).toBe((at(740) - at(739)) / 2n)
  })
  it('a growing network and a falling price never bring it sooner, nor more', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 3_000 }), (input, more) => {
        const before = estimateReturn(input)
        const grown = estimateReturn({ ...input, powerGrowthBps: input.powerGrowthBps + more })
        const fallen = estimateReturn({ ...input, priceChangeBps: input.priceChangeBps - more })
        expect(grown.mined <= before.mined).toBe(true)
        expect(fallen.value <= before.value).toBe(true)
        expect(later(grown.breakEvenDay, before.breakEvenDay)).toBe(true)
        expect(later(fallen.breakEvenDay, before.breakEvenDay)).toBe(true)
      }),
    )
  })
  it('mines no more than is released, and breaks even exactly when the value has reached the cost', () => {
    fc.assert(
      fc.property(cases, (input) => {
        const { mined, value, cost, days, breakEvenDay } = estimateReturn(input)
        expect(mined <= input.emissionPerDay * BigInt(days)).toBe(true)
        expect(breakEvenDay !== null).toBe(value >= cost)
        expect(days).toBeLessThanOrEqual(input.lifeDays)
        if (breakEvenDay !== null) {
          const until = (lifeDays: number) => estimateReturn({ ...input, lifeDays }).value
          expect(until(breakEvenDay) >= cost).toBe(true)
          if (breakEvenDay > 1) expect(until(breakEvenDay - 1) < cost).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
  it('two machines never bring more than twice one', () => {
    fc.assert(
      fc.property(cases, (input) => {
        const one = estimateReturn({ ...input, machineCount: 1 })
        const two = estimateReturn({ ...input, machineCount: 2 })
        expect(two.mined <= one.mined * 2n + BigInt(2 * two.days)).toBe(true)
        expect(two.mined >= one.mined).toBe(true)
      }),
    )
  })
})

it.each([
  [10, 1, 90, true],
  [10, 1, 89, false],
  [10, 9, 90, false],
  [10, 1, 0, false],
])('%i T × %i beside %i T can be estimated: %s', (power, machineCount, othersPower, yes) => {
  expect(isEstimable({ power, machineCount, othersPower })).toBe(yes)
})

describe('daysUntilHalving', () => {
  it.each([
    [50_000n, 0n, 730],
    [50_000n, 50_000n * 700n, 30],
    [25_000n, 50_000n * 730n, 730],
    [25_000n, 50_000n * 730n + 25_000n * 729n, 1],
    [0n, 73_000_000n, 0],
  ])('%s a day after %s released: %s', (perDay, released, days) => {
    expect(daysUntilHalving({ perDay: perDay * WAD, released: released * WAD })).toBe(days)
  })
})
