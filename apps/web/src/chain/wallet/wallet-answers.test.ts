import { expect, it } from 'vitest'
import { accountsOf, chainIdOf, hashOf } from './wallet-answers.ts'

const account = `0x${'ab'.repeat(20)}`
const hash = `0x${'ab'.repeat(32)}`

it.each([
  [
    [account.toUpperCase().replace('0X', '0x'), account],
    [account, account],
  ],
  [[null, 42, {}, `0x${'g'.repeat(40)}`, '<b>x</b>', account], [account]],
  ['x', []],
  [null, []],
  [undefined, []],
])('accounts of %j', (answer, accounts) => expect(accountsOf(answer)).toEqual(accounts))

it.each([
  ['0x7A69', 31_337],
  [31_337, 31_337],
  ['31337', 31_337],
  ['garbage', null],
  ['', null],
  [null, null],
  [{}, null],
])('chain id of %j', (answer, chainId) => expect(chainIdOf(answer)).toBe(chainId))

it.each([
  [hash, hash],
  [hash.toUpperCase(), hash],
  [`0x${'AB'.repeat(32)}`, hash],
  ['AB'.repeat(32), hash],
  ['0x1234', null],
  [{ hash }, null],
  [null, null],
])('hash of %j', (answer, known) => expect(hashOf(answer)).toBe(known))
