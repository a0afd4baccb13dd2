import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitWithdrawal, withdrawalProblem } from './withdrawal-rules.ts'

describe('splitWithdrawal', () => {
  it('burns 5 %', () => {
    expect(splitWithdrawal(500n, 500)).toEqual({ burned: 25n, received: 475n })
  })
  it('loses nothing between the two parts', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, bps) => {
          const { burned, received } = splitWithdrawal(amount, bps)
          expect(burned + received).toBe(amount)
          expect(received).toBeGreaterThanOrEqual(0n)
        },
      ),
    )
  })
})

describe('withdrawalProblem', () => {
  const limits = { minimum: 100n, available: 250n, burnBps: 500 }
  it.each([
    [100n, null],
    [250n, null],
    [99n, 'below-minimum'],
    [251n, 'above-available'],
  ] as const)('%s: %s', (amount, problem) => {
    expect(withdrawalProblem(amount, limits)).toBe(problem)
  })
})
