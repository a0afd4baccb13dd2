import { describe, expect, it } from 'vitest'
import { type Failure, FlowFailure } from './failure.ts'
import type { DoneLeg, FlowState, FlowStep } from './flow-state.ts'
import { askedApprovals, boughtToActivate, openHold, restKey } from './kept.ts'
import type { FlowPorts } from './ports.ts'
import { hash, stubLocks, voucher, world } from './test-flow.ts'

const leg = (isGoal: boolean) => ({ leg: { isGoal }, steps: [], hash: hash('aa') }) as unknown as DoneLeg
const call = (state: FlowStep['state']): readonly FlowStep[] => [
  { kind: 'approve', token: 'DRGV', amount: 1n, state: state === 'todo' ? 'wallet' : 'done' },
  { kind: 'call', state },
]
const failed = (failure: Failure, change: Partial<FlowState> = {}) =>
  ({ stage: 'failed', done: [leg(true)], failure, hash: null, steps: call('wallet'), ...change }) as const

const silent = { code: 'wallet-silent' } as const
const revert = { code: 'revert', revert: { name: null, args: [], reason: null } } as const

describe('bought, and the activation did not end well', () => {
  it('the wallet was not asked for the call: nothing was paid, and it is offered', () => {
    const state = failed(silent, { steps: call('todo') })
    expect(restKey(state)).toBe('tx.kept.goalDone')
    expect(boughtToActivate(state)).toBe(hash('aa'))
  })

  it('it failed in a block: at most the fee was spent, and it is offered', () => {
    const state = failed(revert, { hash: hash('bb'), steps: call('mining') })
    expect(restKey(state)).toBe('tx.kept.goalDoneFee')
    expect(boughtToActivate(state)).toBe(hash('aa'))
  })

  it('nothing was sent: it is not paid yet, and is offered', () => {
    expect(restKey(failed({ code: 'offline' }))).toBe('tx.kept.goalDone')
    expect(boughtToActivate(failed({ code: 'offline' }))).toBe(hash('aa'))
    const refused = { ...failed(silent), stage: 'rejected', failure: null } as const
    expect(restKey(refused)).toBe('tx.kept.goalDone')
    expect(boughtToActivate(refused)).toBe(hash('aa'))
  })
})

it('before the purchase is done there is nothing to activate, and what is kept is about the purchase', () => {
  const before = { done: [leg(false)] }
  expect(restKey(failed({ code: 'offline' }, before))).toBe('tx.kept.nothingMore')
  expect(boughtToActivate(failed(silent, before))).toBeNull()
})

it('an approval went through once it is mined, not while it waits for its block', () => {
  const approve = (state: FlowStep['state']) =>
    failed(silent, {
      done: [],
      steps: [
        { kind: 'approve', token: 'USDT', amount: 1n, state, hash: hash('a1') },
        { kind: 'call', state: 'todo' },
      ],
    })
  expect(restKey(approve('done'))).toBe('tx.kept.approval')
  expect(restKey(approve('mining'))).toBe('tx.kept.nothingMore')
})

it('what is approved is read of every token whose approval was asked for by transaction', () => {
  const steps: readonly FlowStep[] = [
    { kind: 'reset', token: 'USDT', amount: 0n, state: 'done' },
    { kind: 'permit', token: 'DRGV', amount: 1n, state: 'done' },
    { kind: 'approve', token: 'DR', amount: 1n, state: 'todo' },
  ]
  const batch = [{ token: 'USDR', amount: 1n }] as const
  expect(askedApprovals({ steps: [...steps, { kind: 'call', state: 'todo', batch }] })).toEqual(['USDT'])
  expect(askedApprovals({ steps: [...steps, { kind: 'call', state: 'wallet', batch }] })).toEqual([
    'USDT',
    'USDR',
  ])
})

describe('a withdrawal whose voucher was issued, and then could not go on', () => {
  stubLocks()
  const withdrawal = { kind: 'withdraw', vault: 1, token: 'DR', amount: 1n, walletBurn: 0n } as const
  const missing = { code: 'gas', have: 1n, need: 2n } as const
  const change: Partial<FlowPorts> = {
    vaultOf: async () => 1,
    plan: () => Promise.reject(new FlowFailure(missing)),
    findVoucher: async () => voucher('1'),
  }

  it.each([withdrawal, { kind: 'resume', orderId: 'order-1' } as const])(
    'its amount is held, which is known without a plan: %o',
    async (intent) => {
      const { flow } = world(change)
      await flow.start(intent)
      expect(flow.get()).toMatchObject({ stage: 'failed', plan: null, failure: missing })
      expect(openHold(flow.get())).toEqual({ voucher: voucher('1'), vault: 1 })
    },
  )

  it('a rejection in the wallet leaves it held until the voucher ends', async () => {
    const held = { voucher: voucher('1'), vault: 1 } as const
    expect(openHold({ failure: null, held })).toBe(held)
    for (const code of ['expired', 'superseded'] as const)
      expect(openHold({ failure: { code }, held })).toBeNull()
  })

  it('other vouchers hold nothing', async () => {
    const { flow } = world({ ...change, vaultOf: async () => null })
    await flow.start({ kind: 'swapToken', input: 'USDT', output: 'DR', inputAmount: 1n })
    expect(openHold(flow.get())).toBeNull()
    expect(flow.get().failure).toEqual(missing)
  })
})
