import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EditedTerms, requireBounded, termsNeedTwo } from './edit.rules.ts'

const rate = fc.option(fc.bigInt(1n, 20n), { nil: null })
const terms: fc.Arbitrary<EditedTerms> = fc.record({
  packageId: fc.constant(1),
  token: fc.constant('USDT' as const),
  minimum: fc.bigInt(1n, 9n),
  reinvestMinimum: fc.bigInt(1n, 9n),
  termDays: fc.integer({ min: 1, max: 20 }),
  rateUsdt: rate,
  rateDr: rate,
  opensAtSecond: fc.constant(0),
  closesAtSecond: fc.constant(86_400),
  offered: fc.boolean(),
})

test('whatever one operator edits, one after the other: no package is more favourable than it was', () => {
  fc.assert(
    fc.property(terms, fc.array(terms, { maxLength: 30 }), (first, edits) => {
      const last = edits.reduce((before, after) => (termsNeedTwo(before, after) ? before : after), first)
      for (const name of ['rateUsdt', 'rateDr'] as const) {
        if (first[name] === null) expect(last[name]).toBeNull()
        const income = ({ termDays, [name]: daily }: EditedTerms) => (daily ?? 0n) * BigInt(termDays)
        expect(last[name] ?? 0n).toBeLessThanOrEqual(first[name] ?? 0n)
        expect(income(last)).toBeLessThanOrEqual(income(first))
      }
      expect(last.termDays).toBeLessThanOrEqual(first.termDays)
      expect(last.minimum).toBeGreaterThanOrEqual(first.minimum)
      expect(last.reinvestMinimum).toBeGreaterThanOrEqual(first.reinvestMinimum)
    }),
    { numRuns: 2_000 },
  )
})

test('a new package takes two, always; lower rates, higher minimums, a shorter term, or removing one take one', () => {
  fc.assert(
    fc.property(terms, (before) => {
      expect(termsNeedTwo(null, before)).toBe(true)
      expect(termsNeedTwo(before, before)).toBe(false)
      const worse = {
        minimum: before.minimum + 1n,
        reinvestMinimum: before.reinvestMinimum + 1n,
        termDays: before.termDays - 1,
        rateUsdt: null,
        opensAtSecond: 1,
        offered: false,
      }
      expect(termsNeedTwo(before, { ...before, ...worse })).toBe(false)
    }),
  )
})

test('a term pays the principal’s value at most, to the last unit', () => {
  const one = { rateUsdt: WAD / 400n, rateDr: null, termDays: 400 } as EditedTerms
  requireBounded(one)
  requireBounded({ ...one, rateUsdt: null, rateDr: WAD / 400n })
  for (const more of [{ rateUsdt: WAD / 400n + 1n }, { rateDr: WAD / 400n + 1n }, { termDays: 401 }]) {
    expect(() => requireBounded({ ...one, ...more })).toThrow(expect.objectContaining({ code: 10002 }))
  }
})

test('a year pays the principal’s value at most, to the last unit, however short the term is', () => {
  const one = { rateUsdt: WAD / 365n, rateDr: null, termDays: 1 } as EditedTerms
  requireBounded(one)
  requireBounded({ ...one, rateUsdt: null, rateDr: WAD / 365n })
  for (const more of [{ rateUsdt: WAD / 365n + 1n }, { rateDr: WAD / 365n + 1n }])
    expect(() => requireBounded({ ...one, ...more })).toThrow(expect.objectContaining({ code: 10002 }))
})
