import { WAD } from '@dr/protocol/amounts'
import { machineEarnings } from '@dr/protocol/rules/mining-rate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Assumptions, estimateReturn } from './break-even.rules.ts'

const base: Assumptions = {
  machineCount: 1,
  power: 10,
  price: 100n * WAD,
  lifeDays: 1_080,
  periods: 12,
  ownPower: 0,
  othersPower: 390_000,
  emissionPerDay: 20_000n * WAD,
  halvesInDays: 700,
  drPrice: WAD / 2n,
  drgvPrice: WAD / 50n,
  powerGrowthBps: 0,
  priceChangeBps: 0,
}

const cases = fc.record({
  machineCount: fc.integer({ min: 1, max: 1_000 }),
  power: fc.integer({ min: 1, max: 5_000 }),
  price: fc.bigInt({ min: 1n, max: 100_000n * WAD }),
  lifeDays: fc.integer({ min: 30, max: 1_500 }),
  periods: fc.integer({ min: 1, max: 36 }),
  ownPower: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
  othersPower: fc.integer({ min: 0, max: 10_000_000 }),
  emissionPerDay: fc.bigInt({ min: 0n, max: 20_000n * WAD }),
  halvesInDays: fc.integer({ min: 0, max: 1_825 }),
  drPrice: fc.bigInt({ min: 0n, max: 10n * WAD }),
  drgvPrice: fc.bigInt({ min: 1n, max: 10n * WAD }),
  powerGrowthBps: fc.integer({ min: 0, max: 5_000 }),
  priceChangeBps: fc.integer({ min: -5_000, max: 5_000 }),
})
const later = (a: number | null, b: number | null): boolean => a === null || (b !== null && a >= b)

describe('estimateReturn', () => {
  it.each([0, 390_000])('beside %i T each T mines 0.05 DR a day', (othersPower) => {
    const { mined, value, cost, days, breakEvenDay } = estimateReturn({ ...base, othersPower })
    expect(days).toBe(360)
    expect(mined).toBe(180n * WAD)
    expect(value).toBe(90n * WAD)
    // 100 for the machine, 12 × 6 DRGV at 0.02.
    expect(cost).toBe(10_144n * (WAD / 100n))
    expect(breakEvenDay).toBeNull()
    expect(estimateReturn({ ...base, othersPower, drPrice: WAD }).breakEvenDay).toBe(203)
  })
  it('says when it never breaks even', () => {
    expect(estimateReturn({ ...base, drPrice: 0n }).breakEvenDay).toBeNull()
    expect(estimateReturn({ ...base, othersPower: 100_000_000 }).breakEvenDay).toBeNull()
  })
  it('halves on the day of the schedule, and 1,825 days after it again', () => {
    const at = (lifeDays: number) =>
      estimateReturn({ ...base, periods: 62, lifeDays, halvesInDays: 10 }).mined
    expect(at(11) - at(10)).toBe((at(10) - at(9)) / 2n)
    expect(at(1_836) - at(1_835)).toBe((at(1_835) - at(1_834)) / 2n)
  })
  it('an owner of all the emission mines nothing more by another machine, and never breaks even', () => {
    const all = { ...base, ownPower: 400_000, othersPower: 0 }
    expect(estimateReturn(all)).toMatchObject({ mined: 0n, value: 0n, breakEvenDay: null })
  })
  it('a growing network and a falling price never bring it sooner, nor more', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 3_000 }), (input, more) => {
        const before = estimateReturn(input)
        // Who has machines takes the more from others the more of them there are: that grows with the network
        // at first.
        const first = { ...input, ownPower: 0 }
        const grown = estimateReturn({ ...first, powerGrowthBps: input.powerGrowthBps + more })
        const without = estimateReturn(first)
        const fallen = estimateReturn({ ...input, priceChangeBps: input.priceChangeBps - more })
        expect(grown.mined <= without.mined).toBe(true)
        expect(fallen.value <= before.value).toBe(true)
        expect(later(grown.breakEvenDay, without.breakEvenDay)).toBe(true)
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
  it('a first day mines what the machine is said to add a day wherever else it is shown', () => {
    fc.assert(
      fc.property(cases, (input) => {
        const { perDay, perDayUsd, addsPerDay, smallNetwork } = machineEarnings(
          { ...input, networkPower: input.ownPower + input.othersPower },
          { power: input.power * input.machineCount, machineCount: input.machineCount, producing: false },
        )
        const first = estimateReturn({ ...input, lifeDays: 1, halvesInDays: input.halvesInDays + 1 })
        expect(first.mined).toBe(addsPerDay)
        if (input.ownPower > 0) return
        expect(first.mined).toBe(perDay)
        if (!smallNetwork) expect(first.value).toBe(perDayUsd)
      }),
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
