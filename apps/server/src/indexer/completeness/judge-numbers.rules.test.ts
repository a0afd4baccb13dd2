import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Said } from './count-events.ts'
import { isSameSaid, judgeNumbers } from './judge-numbers.rules.ts'

const said = (value: bigint | null): Said => new Map([['sum', value]])

test('the majority counts, whatever the logs say', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 0n, max: 9n }), { maxLength: 3 }),
      fc.boolean(),
      (liars, agrees) => {
        const honest = Array.from({ length: liars.length + 1 }, () => said(100n))
        const all = [...liars.map(said), ...honest]
        expect(judgeNumbers(all, (one) => agrees && one.get('sum') !== 100n)).toEqual(said(100n))
      },
    ),
  )
})

test('of two the one that agrees with the logs counts, if the other does not', () => {
  const all = [said(1n), said(2n)]
  expect(judgeNumbers(all, (one) => one.get('sum') === 2n)).toEqual(said(2n))
  expect(judgeNumbers(all, () => true)).toBeUndefined()
  expect(judgeNumbers(all, () => false)).toBeUndefined()
})

test('no view is another answer than any number', () => {
  expect(isSameSaid(said(null), said(0n))).toBe(false)
  expect(isSameSaid(said(null), said(null))).toBe(true)
})
