import { addressSchema } from '@dr/protocol/schemas'
import { describe, expect, test } from 'vitest'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { type TransferTerms, transferProblem } from './transfer.rules.ts'

const ONE = 10n ** 18n
const FROM = lowerHex(`0x${'a'.repeat(40)}`)
const TO = lowerHex(`0x${'b'.repeat(40)}`)
const terms: TransferTerms = { to: TO, vault: 2, token: 'USDT', amount: 5n * ONE }
const receiver = { address: TO, activated: true }
const problemOf = (change: Partial<TransferTerms>, who: typeof receiver | undefined = receiver) =>
  transferProblem({ from: FROM, receiver: who, terms: { ...terms, ...change } })

describe('who may receive what', () => {
  test('another activated user, what the account pays, from one token on', () => {
    expect(problemOf({})).toBeNull()
    expect(problemOf({ amount: ONE })).toBeNull()
    expect(problemOf({ amount: ONE - 1n })).toEqual({ path: 'amount', reason: 'minimum' })
    expect(problemOf({ vault: 0 })).toEqual({ path: 'token', reason: 'not-paid-from-this-account' })
    expect(problemOf({ vault: 0, token: 'DR' })).toBeNull()
  })

  test('not oneself, in any letter case; no unknown address; no user without an inviter', () => {
    const self = addressSchema.parse(FROM.toUpperCase().replace('0X', '0x')) as LowerHex
    expect(problemOf({ to: self })).toEqual({ path: 'to', reason: 'self' })
    expect(transferProblem({ from: FROM, receiver: undefined, terms })).toEqual({
      path: 'to',
      reason: 'not-a-user',
    })
    expect(problemOf({}, { ...receiver, activated: false })).toEqual({ path: 'to', reason: 'not-activated' })
  })
})
