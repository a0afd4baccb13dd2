import { describe, expect, it } from 'vitest'
import type { Failure } from '../flow/failure.ts'
import type { DoneLeg, FlowState } from '../flow/flow-state.ts'
import { sheetTitle } from './sheet-title.ts'

const leg = (isGoal: boolean) => ({ leg: { isGoal }, steps: [], hash: null }) as unknown as DoneLeg
const t = (key: string): string => key

describe('sheetTitle', () => {
  const state = { failure: null, hash: null, steps: [] }
  it.each<[FlowState['stage'], readonly DoneLeg[], string]>([
    ['checking', [], 'tx.title.buy'],
    ['success', [], 'tx.title.buy'],
    ['signing', [leg(false)], 'tx.title.buy'],
    ['failed', [leg(false)], 'tx.title.buy'],
    ['checking', [leg(false), leg(true)], 'tx.title.boughtActivating'],
    ['pending', [leg(true)], 'tx.title.boughtActivating'],
    ['rejected', [leg(true)], 'tx.title.boughtOnly'],
    ['success', [leg(true)], 'tx.title.boughtActivated'],
    // The wallet was asked for the payment, and did not report what it did.
    ['unsure', [leg(true)], 'tx.title.boughtUnknown'],
    ['unsure', [], 'tx.title.buy'],
  ])('%s with %o done: %s', (stage, done, title) => {
    expect(sheetTitle(t, { ...state, stage, done }, 'buy')).toBe(title)
  })

  it.each<[Failure, FlowState['hash'], string]>([
    // The wallet was asked only for an approval: the call was not sent.
    [{ code: 'wallet-silent' }, null, 'tx.title.boughtOnly'],
    [{ code: 'wallet-failed', message: '' }, null, 'tx.title.boughtOnly'],
    [{ code: 'offline' }, null, 'tx.title.boughtOnly'],
    [{ code: 'gas', have: 0n, need: 1n }, null, 'tx.title.boughtOnly'],
    // A block or the ledger proves that it was not paid.
    [{ code: 'revert', revert: { name: null, args: [], reason: null } }, '0x01', 'tx.title.boughtOnly'],
    [{ code: 'cancelled' }, '0x01', 'tx.title.boughtOnly'],
    [{ code: 'expired' }, '0x01', 'tx.title.boughtOnly'],
  ])('bought, and the activation failed by %o (%s): %s', (failure, hash, title) => {
    const failed = { ...state, stage: 'failed', failure, hash } as const
    expect(sheetTitle(t, { ...failed, done: [leg(true)] }, 'buy')).toBe(title)
    expect(sheetTitle(t, { ...failed, done: [] }, 'buy')).toBe('tx.title.buy')
  })

  it('an order found again has no kind until it is read', () => {
    expect(sheetTitle(t, { ...state, stage: 'checking', done: [] }, null)).toBe('tx.title.resume')
  })
})
