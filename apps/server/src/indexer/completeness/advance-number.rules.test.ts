import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptNumber } from '../../platform/chain/chain-numbers.ts'
import { addToNumber, advanceNumber } from './advance-number.rules.ts'

const blockOf = (number: number) => ({ number: BigInt(number), timestamp: BigInt(number * 10) })

/**
 * A chain's number over some ranges; of each range some events may be missed, and the state may be
 * unavailable.
 */
const ranges = fc.array(fc.record({ moved: fc.nat(5), missed: fc.nat(5), isAsked: fc.boolean() }), {
  minLength: 1,
  maxLength: 20,
})

const follow = (input: readonly { moved: number; missed: number; isAsked: boolean }[]) => {
  let kept: KeptNumber | undefined
  let [chain, missed] = [0n, 0n]
  input.forEach((range, index) => {
    const lost = BigInt(Math.min(range.missed, range.moved))
    chain += BigInt(range.moved)
    missed += lost
    kept = advanceNumber(kept, 'test', {
      cursor: index === 0 ? undefined : BigInt(index),
      to: blockOf(index + 1),
      added: BigInt(range.moved) - lost,
      said: range.isAsked ? chain : undefined,
    })
  })
  return { kept: kept as KeptNumber, chain, missed, last: input.at(-1) as (typeof input)[number] }
}

test('whenever it is compared, the gap is what was missed; booking that closes it', () => {
  fc.assert(
    fc.property(ranges, (input) => {
      const { kept, chain, missed, last } = follow(input)
      expect(kept.booked).toBe(chain - missed)
      if (!last.isAsked) return
      expect(kept.gap).toBe(missed)
      if (missed === 0n) expect(kept.agreed?.block).toBe(kept.countedTo)
      const mended = addToNumber(kept, { added: missed, at: 7n })
      expect([mended.gap, mended.booked]).toEqual([0n, chain])
      expect(mended.agreed?.block).toBe(kept.countedTo)
    }),
  )
})

test('the last block of agreement is before every event that was missed', () => {
  fc.assert(
    fc.property(ranges, (input) => {
      const first = input.findIndex(({ moved, missed }) => Math.min(moved, missed) > 0)
      const { kept } = follow(input)
      if (first >= 0) expect(kept.agreed?.block ?? 0n).toBeLessThanOrEqual(BigInt(first))
    }),
  )
})

const known: KeptNumber = {
  name: 'test',
  booked: 5n,
  gap: 2n,
  countedTo: 10n,
  agreed: { block: 4n, at: 40n },
}
const step = { cursor: 20n, to: blockOf(30), added: 3n }

test('where another program moved the cursor it begins with what the chain says, and keeps its gap', () => {
  expect(advanceNumber(known, 'test', { ...step, said: 100n })).toEqual({
    ...known,
    booked: 98n,
    countedTo: 30n,
  })
  expect(advanceNumber(known, 'test', { ...step, said: undefined })).toBeUndefined()
})

test('a database without the row begins with what the chain says; a contract without the view is left', () => {
  const begun = advanceNumber(undefined, 'test', { ...step, said: 100n })
  expect(begun).toEqual({
    name: 'test',
    booked: 100n,
    gap: 0n,
    countedTo: 30n,
    agreed: { block: 30n, at: 300n },
  })
  expect(advanceNumber(undefined, 'test', { ...step, said: undefined })).toBeUndefined()
  expect(advanceNumber(known, 'test', { ...step, cursor: 10n, said: null })).toBeUndefined()
})
