import { LEVEL_THRESHOLDS_USD } from '@dr/protocol/constants'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { missingToNext, rungs } from './level.ts'

const USD = 10n ** 18n
const amount = fc.bigInt({ min: 0n, max: 20_000_000n * USD })
/** docs/product.md 9, written independently of the rule. */
const levelOf = (value: bigint): number => LEVEL_THRESHOLDS_USD.findLastIndex((needs) => value >= needs)

describe('missingToNext', () => {
  it('is what is needed less what is there, and never below nothing', () => {
    const next = { level: 1, value: String(5_000n * USD) }
    expect(missingToNext({ value: String(1_250n * USD), next })).toBe(3_750n * USD)
    expect(missingToNext({ value: String(6_000n * USD), next })).toBe(0n)
  })

  it('has no next level at the top', () => {
    expect(missingToNext({ value: String(USD), next: null })).toBeNull()
  })
})

describe('rungs', () => {
  it('fills the current rung by the part between both levels', () => {
    expect(rungs({ level: 0, value: String(1_250n * USD) })).toEqual([0.25, 0, 0, 0, 0, 0])
    expect(rungs({ level: 2, value: String(60_000n * USD) })).toEqual([1, 1, 0.5, 0, 0, 0])
    expect(rungs({ level: 6, value: String(10_000_000n * USD) })).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('never decreases, and fills as many whole rungs as the level says', () => {
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        const climbed = (value: bigint): readonly number[] =>
          rungs({ level: levelOf(value), value: String(value) })
        const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0)
        expect(climbed(more).filter((part) => part === 1)).toHaveLength(levelOf(more))
        expect(sum(climbed(more))).toBeGreaterThanOrEqual(sum(climbed(less)))
        for (const part of climbed(less)) expect(part).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
