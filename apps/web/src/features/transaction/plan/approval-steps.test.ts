import { APPROVAL_AMOUNT_MAX } from '@dr/protocol/constants'
import { describe, expect, it } from 'vitest'
import { needsApproval } from '../../../chain/calls/approval.rules.ts'
import type { Spend } from '../../../chain/reads/read-spend.ts'
import { shortWay, stepsFor } from './approval-steps.ts'

const spend = (change: Partial<Spend>): Spend => ({
  token: 'USDT',
  tokenAddress: `0x${'ab'.repeat(20)}`,
  amount: 100n,
  balance: 1_000n,
  allowance: 0n,
  resetFirst: false,
  permit: false,
  ...change,
})
const KEY = { isContract: false, atomic: false }
const kinds = (
  spends: Spend[],
  amount: 'max' | 'exact',
  way: 'short' | 'transactions' = 'short',
  ability = KEY,
) => stepsFor(spends, { amount, way }, ability).map(({ kind, token, amount }) => [kind, token, amount])

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
  it('without an amount there is no approval', () => {
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
  it('approves the customer’s maximum: 9e28 base units', () => {
    expect(APPROVAL_AMOUNT_MAX).toBe(9n * 10n ** 28n)
  })

  it('uses a signature where the token takes one, unless the user wants transactions', () => {
    const spends = [spend({}), spend({ token: 'DRGV', permit: true })]
    expect(kinds(spends, 'exact').map(([kind]) => kind)).toEqual(['approve', 'permit', 'call'])
    expect(kinds(spends, 'exact')[1]).toEqual(['permit', 'DRGV', 100n])
    expect(kinds(spends, 'max', 'transactions').map(([kind]) => kind)).toEqual(['approve', 'approve', 'call'])
  })
  it('a contract wallet signs no permit', () => {
    const shared = { isContract: true, atomic: false }
    expect(kinds([spend({ permit: true })], 'max', 'short', shared).map(([kind]) => kind)).toEqual([
      'approve',
      'call',
    ])
  })
  it('is one step where the wallet sends a batch, resets included', () => {
    const atomic = { isContract: true, atomic: true }
    const spends = [spend({ allowance: 5n, resetFirst: true }), spend({ token: 'DR', permit: true })]
    const [only, ...rest] = stepsFor(spends, { amount: 'exact', way: 'short' }, atomic)
    expect(rest).toEqual([])
    expect(only).toEqual({
      kind: 'call',
      state: 'todo',
      batch: [
        { token: 'USDT', amount: 0n },
        { token: 'USDT', amount: 100n },
        { token: 'DR', amount: 100n },
      ],
    })
    expect(kinds(spends, 'exact', 'transactions', atomic)).toHaveLength(4)
  })
  it('without approvals there is nothing to combine', () => {
    const ability = { isContract: false, atomic: true }
    expect(shortWay([spend({ allowance: 500n })], ability, 'max')).toBe(null)
    expect(kinds([spend({ allowance: 500n })], 'max', 'short', ability)).toEqual([
      ['call', undefined, undefined],
    ])
  })
})
