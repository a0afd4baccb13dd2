import { expect, test } from 'vitest'
import { type Shortfalls, withComparison } from './shortfalls.rules.ts'

const OPEN: Shortfalls[number] = {
  vault: 2,
  token: 'USDT',
  since: 100,
  sinceBlock: 10,
  until: null,
  worst: '5',
}
const OVER: Shortfalls[number] = { ...OPEN, vault: 0, token: 'DR', until: 90 }

const compared = (shortfall: bigint, blockNumber = 12n) =>
  ({ vault: 2, token: 'USDT', shortfall, blockNumber, blockTime: 120n }) as const

test('a vault that is covered again has no open shortfall beside it', () => {
  expect(withComparison([OPEN, OVER], [compared(0n)])).toEqual([{ ...OPEN, until: 120 }, OVER])
})

test('a vault that is short has its line, once', () => {
  const begun = { ...OPEN, since: 120, sinceBlock: 12, worst: '7' }
  expect(withComparison([OVER], [compared(7n)])).toEqual([begun, OVER])
  expect(withComparison([OPEN, OVER], [compared(7n)])).toEqual([{ ...OPEN, worst: '7' }, OVER])
  expect(withComparison([OPEN], [compared(3n)])).toEqual([OPEN])
})

test('one that began after the comparison is not ended by it', () => {
  expect(withComparison([OPEN], [compared(0n, 9n)])).toEqual([OPEN])
})

test('one that was ended after the comparison is not begun again by it', () => {
  const ended = { ...OPEN, until: 121 }
  expect(withComparison([ended], [compared(7n)])).toEqual([ended])
  expect(withComparison([{ ...OPEN, until: 120 }], [compared(7n)])).toHaveLength(2)
})

test('nothing is added where all is covered', () => {
  expect(withComparison([OVER], [compared(0n)])).toEqual([OVER])
})
