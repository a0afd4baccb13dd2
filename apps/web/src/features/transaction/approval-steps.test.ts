import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'
import { describe, expect, it } from 'vitest'
import type { Spend } from '../../chain/read-spend.ts'
import { needsApproval, stepsFor } from './approval-steps.ts'

const spend = (change: Partial<Spend>): Spend => ({
  token: 'USDT',
  tokenAddress: `0x${'ab'.repeat(20)}`,
  amount: 100n,
  balance: 1_000n,
  allowance: 0n,
  resetFirst: false,
  ...change,
})
const kinds = (spends: Spend[], choice: 'max' | 'exact') =>
  stepsFor(spends, choice).map(({ kind, token, amount }) => [kind, token, amount])

describe('needsApproval', () => {
  it.each([
    ['max', 99n, true],
    ['max', 100n, true],
    ['max', 101n, false],
    ['exact', 99n, true],
    ['exact', 100n, false],
  ] as const)('%s with an allowance of %s for 100: %s', (choice, allowance, needed) => {
    expect(needsApproval(spend({ allowance }), choice)).toBe(needed)
  })
  it('nothing leaves, nothing is approved', () => {
    expect(needsApproval(spend({ amount: 0n }), 'max')).toBe(false)
  })
})

describe('stepsFor', () => {
  it('approves each token that needs it, then calls', () => {
    expect(kinds([spend({}), spend({ token: 'DRGV', allowance: 500n })], 'max')).toEqual([
      ['approve', 'USDT', APPROVAL_AMOUNT_MAX],
      ['call', undefined, undefined],
    ])
  })
  it('approves only this amount when asked to', () => {
    expect(kinds([spend({})], 'exact')[0]).toEqual(['approve', 'USDT', 100n])
  })
  it('sets a token that insists on it to 0 first', () => {
    expect(kinds([spend({ allowance: 5n, resetFirst: true })], 'max').map(([kind]) => kind)).toEqual([
      'reset',
      'approve',
      'call',
    ])
  })
  it('is the customer’s maximum: 9e28 base units', () => {
    expect(APPROVAL_AMOUNT_MAX).toBe(9n * 10n ** 28n)
  })
})
