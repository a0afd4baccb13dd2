import { describe, expect, test } from 'vitest'
import { figure, lineOf, meets, verdictOf } from './figure.ts'

const measured = figure({ bench: 'a.b', value: 799.6, unit: 'x/s', reference: 1_000 })

describe('figure', () => {
  test('has the ratio of what was measured', () => {
    expect(measured.ratio).toBeCloseTo(0.7996, 10)
  })

  test.each([
    [Number.NaN, 1],
    [1, Number.NaN],
    [1, 0],
    [1, -1],
    [Number.POSITIVE_INFINITY, 1],
  ])('refuses %d against %d', (value, reference) => {
    expect(() => figure({ bench: 'a.b', value, unit: 'x', reference })).toThrow(RangeError)
  })

  test('is one JSON line with five keys', () => {
    const line = lineOf(figure({ bench: 'a.b', value: 2 / 3, unit: 'x/s', reference: 7 }))
    expect(line).toBe('{"bench":"a.b","value":0.67,"unit":"x/s","reference":7,"ratio":0.095}')
    expect(line).not.toContain('\n')
  })
})

describe('a bound', () => {
  test('is held against the figure, not against its rounding', () => {
    expect(lineOf(measured)).toContain('"ratio":0.8}')
    expect(meets(measured, { of: 'ratio', is: 'at least', limit: 0.8 })).toBe(false)
    expect(meets(measured, { of: 'ratio', is: 'at least', limit: 0.7996 })).toBe(true)
  })

  test.each([
    ['value', 'at most', 799.6, true],
    ['value', 'at most', 799.5, false],
    ['value', 'at least', 799.6, true],
    ['value', 'at least', 800, false],
    ['ratio', 'at most', 0.79, false],
  ] as const)('%s %s %d: %s', (of, is, limit, met) => {
    expect(meets(measured, { of, is, limit })).toBe(met)
  })

  test('is said in words', () => {
    expect(verdictOf(measured, { of: 'ratio', is: 'at most', limit: 1.8 })).toBe(
      'ratio 0.8, at most 1.8: met',
    )
    expect(verdictOf(measured, { of: 'value', is: 'at least', limit: 900 })).toMatch(/: MISSED$/)
  })
})
