import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOf } from './ranking.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })

describe('shareOf', () => {
  it('is the part that is met', () => {
    expect(shareOf(250n, 1_000n)).toBe(0.25)
    expect(shareOf(0n, 1_000n)).toBe(0)
    expect(shareOf(2_000n, 1_000n)).toBe(1)
  })

  it('is whole exactly when nothing is missing, never less than nothing, and grows with what is there', () => {
    fc.assert(
      fc.property(amount, amount, amount, (has, more, needs) => {
        expect(shareOf(has, needs) === 1).toBe(has >= needs)
        expect(shareOf(has, needs)).toBeGreaterThanOrEqual(0)
        expect(shareOf(has + more, needs)).toBeGreaterThanOrEqual(shareOf(has, needs))
      }),
    )
  })
})
