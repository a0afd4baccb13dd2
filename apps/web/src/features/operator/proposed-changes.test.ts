import type { Proposal } from '@dr/protocol/calls/operator'
import { describe, expect, it } from 'vitest'
import type { Translate } from '../../i18n/translate.ts'
import { changesOf } from './proposed-changes.ts'

/** Returns the key: these tests check the values beside it. */
const t: Translate = (key) => key
const proposal = (part: Partial<Proposal>): Proposal => ({
  proposalId: '1',
  subject: 'withdrawal-minimum-dr',
  before: null,
  value: null,
  terms: null,
  reason: '',
  proposedBy: '0x0000000000000000000000000000000000000001',
  proposedAt: 0,
  expiresAt: 1,
  state: 'open',
  decidedBy: null,
  decidedAt: null,
  ...part,
})

describe('what a proposal would change', () => {
  it('of an amount: from what to what, with its unit', () => {
    const amounts = { before: '1000000000000000000', value: '0' }
    expect(changesOf(t, proposal(amounts))).toEqual(['1 DR → 0 DR'])
  })

  it('of an account: whose, and whether it is blocked or no longer', () => {
    const account = '0x00000000000000000000000000000000000000aa'
    const block = { subject: `block:${account}`, before: '0', value: '1' }
    const [free, blocked] = ['operator.block.free', 'operator.block.blocked']
    expect(changesOf(t, proposal(block))).toEqual([account, `${free} → ${blocked}`])
    const ended = { ...block, before: '1', value: '0' }
    expect(changesOf(t, proposal(ended))).toEqual([account, `${blocked} → ${free}`])
  })

  it('of terms: each that changes, also one that has no words of its own', () => {
    const before = {
      termDays: '30',
      rateUsdt: '500000000000000',
      rateDr: '',
      offered: 'true',
      opensAtSecond: '0',
    }
    const after = { ...before, rateUsdt: '1000000000000000', rateDr: '1000000000000000', offered: 'false' }
    expect(changesOf(t, proposal({ subject: 'package:1', terms: { before, after } }))).toEqual([
      'operator.package.rateUsdt: 0.05 → 0.1',
      'operator.package.rateDr: – → 0.1',
      'offered: true → false',
    ])
  })

  it('of something new: all of it', () => {
    const after = { power: '10', price: '1500000000000000000', stock: '5' }
    expect(changesOf(t, proposal({ subject: 'product:m9', terms: { before: null, after } }))).toEqual([
      'operator.product.power: 10',
      'operator.product.price: 1.5',
      'operator.product.stock: 5',
    ])
  })
})
