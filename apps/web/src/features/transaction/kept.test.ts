import { describe, expect, it } from 'vitest'
import type { Failure } from './failure.ts'
import { boughtToActivate, restKeys } from './kept.ts'
import type { DoneLeg, FlowState, FlowStep } from './machine.ts'
import { hash } from './test-flow.ts'

const leg = (isGoal: boolean) => ({ leg: { isGoal }, steps: [], hash: hash('aa') }) as unknown as DoneLeg
const call = (state: FlowStep['state']): readonly FlowStep[] => [
  { kind: 'approve', token: 'DRGV', amount: 1n, state: state === 'todo' ? 'wallet' : 'done' },
  { kind: 'call', state },
]
const failed = (failure: Failure, change: Partial<FlowState> = {}) =>
  ({ stage: 'failed', done: [leg(true)], failure, hash: null, steps: call('wallet'), ...change }) as const

const silent = { code: 'wallet-silent' } as const
const broken = { code: 'wallet-failed', message: '' } as const
const revert = { code: 'revert', revert: { name: null, args: [], reason: null } } as const

describe('bought, and the activation did not end well', () => {
  it.each([silent, broken])('%o: that it may have been sent is said, and no second one is offered', (end) => {
    expect(restKeys(failed(end))).toEqual(['tx.kept.goalDoneUnknown', 'tx.kept.unknown'])
    expect(boughtToActivate(failed(end))).toBeNull()
  })

  it('the wallet was never asked for the call: nothing can have been paid, and it is offered', () => {
    const state = failed(silent, { steps: call('todo') })
    expect(restKeys(state)).toEqual(['tx.kept.goalDone'])
    expect(boughtToActivate(state)).toBe(hash('aa'))
  })

  it('it failed in a block: at most the fee was spent, and it is offered', () => {
    const state = failed(revert, { hash: hash('bb'), steps: call('mining') })
    expect(restKeys(state)).toEqual(['tx.kept.goalDoneFee'])
    expect(boughtToActivate(state)).toBe(hash('aa'))
  })

  it('nothing was sent: it is not paid yet, and is offered', () => {
    expect(restKeys(failed({ code: 'offline' }))).toEqual(['tx.kept.goalDone'])
    expect(boughtToActivate(failed({ code: 'offline' }))).toBe(hash('aa'))
    const refused = { ...failed(silent), stage: 'rejected', failure: null } as const
    expect(restKeys(refused)).toEqual(['tx.kept.goalDone'])
    expect(boughtToActivate(refused)).toBe(hash('aa'))
  })
})

it('before the purchase is done there is nothing to activate, and what is kept is about the purchase', () => {
  const before = { done: [leg(false)] }
  expect(restKeys(failed(silent, before))).toEqual(['tx.kept.unknown'])
  expect(restKeys(failed({ code: 'offline' }, before))).toEqual(['tx.kept.nothingMore'])
  expect(boughtToActivate(failed(silent, before))).toBeNull()
})
