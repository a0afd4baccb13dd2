import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LowerHex } from '../platform/hex.ts'
import { judgeBlock } from './endpoint-votes.rules.ts'

const hash = fc.constantFrom<LowerHex>('0xa', '0xb', '0xc')
const others = fc.array(fc.option(hash, { nil: null }), { maxLength: 5 })

test('a block is taken only when no other block of its number has as many endpoints', () => {
  fc.assert(
    fc.property(hash, others, (own, rest) => {
      const count = (one: LowerHex) => [own, ...rest].filter((other) => other === one).length
      const rivals = ['0xa', '0xb', '0xc'].filter((one) => one !== own).map((one) => count(one as LowerHex))
      const verdict = judgeBlock(own, rest)
      expect(verdict === 'outvoted').toBe(rivals.some((rival) => rival > count(own)))
      expect(verdict === 'tied').toBe(Math.max(...rivals) === count(own))
      expect(verdict === 'unconfirmed').toBe(rest.every((other) => other === null))
    }),
  )
})

test('the order of the others makes no difference', () => {
  fc.assert(
    fc.property(hash, others, (own, rest) => {
      expect(judgeBlock(own, rest.toReversed())).toBe(judgeBlock(own, rest))
    }),
  )
})

test.each([
  ['one against one', '0xa', ['0xb'], 'tied'],
  ['two against one', '0xa', ['0xb', '0xa'], 'confirmed'],
  ['one against two', '0xb', ['0xa', '0xa'], 'outvoted'],
  ['the others are behind', '0xa', [null, null], 'unconfirmed'],
  ['there is no other', '0xa', [], 'unconfirmed'],
] as const)('%s', (_, own, rest, verdict) => {
  expect(judgeBlock(own, rest)).toBe(verdict)
})
