import { beforeEach, expect, it } from 'vitest'
import { forgetDeposit, keepDeposit, readDeposits } from './deposits.ts'

const account = `0x${'a'.repeat(40)}` as const
const first = `0x${'1'.repeat(64)}` as const
const second = `0x${'2'.repeat(64)}` as const

beforeEach(() => {
  for (const hash of readDeposits(account)) forgetDeposit(account, hash)
})

it('keeps what was sent until it is removed, once each', () => {
  keepDeposit(account, first)
  keepDeposit(account, second)
  keepDeposit(account, first)
  expect(readDeposits(account)).toEqual([first, second])
  forgetDeposit(account, first)
  expect(readDeposits(account)).toEqual([second])
})

it('keeps every address apart', () => {
  keepDeposit(account, first)
  expect(readDeposits(`0x${'b'.repeat(40)}`)).toEqual([])
})
