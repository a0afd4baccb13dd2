import { payElectricity } from '@dr/protocol/rules/paid-until'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extendPaidUntil, paidUntilOf, powerChangesOf, sumChanges } from './activation.rules.ts'

const T = 1_790_000_100n // not a whole hour
const PERIOD = 30n * 86_400n
const hourUp = (t: bigint) => ((t + 3_599n) / 3_600n) * 3_600n
const machine = { power: 10n, lifeEnd: hourUp(T) + 5n * PERIOD, chainPaidUntil: null }

describe('paying electricity', () => {
  test('the first payment runs from the moment until the whole hour after its periods', () => {
    const chainPaidUntil = extendPaidUntil({ chainPaidUntil: null, at: T, periods: 2 })
    expect(chainPaidUntil).toBe(hourUp(T) + 2n * PERIOD)
    expect(powerChangesOf(machine, { at: T, chainPaidUntil })).toEqual([
      { at: T, delta: 10n },
      { at: chainPaidUntil, delta: -10n },
    ])
  })

  test('a renewal in time moves the end', () => {
    const end = hourUp(T) + PERIOD
    const chainPaidUntil = extendPaidUntil({ chainPaidUntil: end, at: T, periods: 1 })
    expect(chainPaidUntil).toBe(end + PERIOD)
    expect(powerChangesOf({ ...machine, chainPaidUntil: end }, { at: T, chainPaidUntil })).toEqual([
      { at: end, delta: 10n },
      { at: chainPaidUntil, delta: -10n },
    ])
  })

  test('a renewal at the very end, or later, joins at its own moment', () => {
    const end = hourUp(T)
    const chainPaidUntil = extendPaidUntil({ chainPaidUntil: end, at: end, periods: 1 })
    const changes = powerChangesOf({ ...machine, chainPaidUntil: end }, { at: end, chainPaidUntil })
    expect(changes[0]).toEqual({ at: end, delta: 10n })
  })

  test("the machine's life cuts what is paid, and power leaves with it", () => {
    const chainPaidUntil = extendPaidUntil({ chainPaidUntil: null, at: T, periods: 9 })
    expect(paidUntilOf({ ...machine, chainPaidUntil })).toBe(machine.lifeEnd)
    expect(powerChangesOf(machine, { at: T, chainPaidUntil }).at(-1)?.at).toBe(machine.lifeEnd)
    const later = powerChangesOf(machine, { at: machine.lifeEnd + 1n, chainPaidUntil })
    expect(later).toEqual([])
  })

  test('is the rule the app shows before signing', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 4_000_000_000n),
        fc.option(fc.bigInt(0n, 1_000_000n), { nil: null }),
        fc.integer({ min: 1, max: 60 }),
        fc.bigInt(1n, 1_000_000n),
        (at, paidHours, periods, lifeHours) => {
          const chainPaidUntil = paidHours === null ? null : paidHours * 3_600n
          const lifeEnd = lifeHours * 3_600n
          const after = extendPaidUntil({ chainPaidUntil, at, periods })
          const shown = payElectricity({
            at: Number(at),
            paidUntil: chainPaidUntil === null ? null : Number(chainPaidUntil),
            periods,
            lifeEnd: Number(lifeEnd),
          })
          expect(paidUntilOf({ power: 1n, lifeEnd, chainPaidUntil: after })).toBe(BigInt(shown.paidUntil))
        },
      ),
    )
  })

  test('changes of one moment add up', () => {
    expect(
      sumChanges([
        { at: 2n, delta: 1n },
        { at: 1n, delta: 5n },
        { at: 2n, delta: -1n },
      ]),
    ).toEqual([
      { at: 1n, delta: 5n },
      { at: 2n, delta: 0n },
    ])
  })
})
