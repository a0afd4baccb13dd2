import { dailyRateAt, emissionEnd, emittedAt } from '@dr/protocol/rules/emission'
import vectors from '@dr/protocol/vectors/emission.json' with { type: 'json' }
import paidUntilVectors from '@dr/protocol/vectors/paid-until.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { extendPaidUntil } from '../electricity/activation.rules.ts'

const START = 1_790_000_000n

describe('the emission schedule', () => {
  test.each(vectors.vectors)('is the contract at $elapsed s', ({ elapsed, emitted }) => {
    expect(emittedAt(START, START + BigInt(elapsed))).toBe(BigInt(emitted))
  })

  test('gives nothing before its start, and nothing after its end', () => {
    expect(emittedAt(START, START - 5n)).toBe(0n)
    expect(dailyRateAt(START, START - 1n)).toBe(0n)
    expect(dailyRateAt(START, emissionEnd(START))).toBe(0n)
    expect(dailyRateAt(START, emissionEnd(START) - 1n) > 0n).toBe(true)
    expect(emittedAt(START, emissionEnd(START) * 2n)).toBe(emittedAt(START, emissionEnd(START)))
  })
})

describe('paid until', () => {
  test.each(paidUntilVectors.vectors)(
    'is the contract: $previous paid, $periods periods at $at',
    (vector) => {
      const chainPaidUntil = vector.previous === 0 ? null : BigInt(vector.previous)
      expect(extendPaidUntil({ chainPaidUntil, at: BigInt(vector.at), periods: vector.periods })).toBe(
        BigInt(vector.paidUntil),
      )
    },
  )
})
