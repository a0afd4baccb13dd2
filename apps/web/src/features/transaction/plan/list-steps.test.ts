import { expect, it } from 'vitest'
import type { Translate } from '../../../i18n/translate.ts'
import type { FlowStep } from '../flow/flow-state.ts'
import { account, contract, drgv, KEY, MAX, usdt } from '../flow/test-flow.ts'
import { listSteps } from './list-steps.ts'
import type { Leg, Outline } from './outline.ts'

const t: Translate = (key) => key
const leg = (kind: 'buy' | 'power', spends: Leg['spends']): Leg => ({
  intent:
    kind === 'buy'
      ? { kind: 'buyMachine', productId: 'm1', machineCount: 2 }
      : { kind: 'activateBought', machineCount: 2, Period: 1 },
  isGoal: kind === 'buy',
  to: contract,
  outgoing: [],
  gives: [],
  spends,
})
const buy = leg('buy', [usdt, drgv])
const power = leg('power', [{ ...drgv, amount: 12n }])
const outline = (legs: readonly Leg[]): Outline => ({
  id: 'all',
  account,
  goal: { kind: 'buyMachine', productId: 'm1', machineCount: 2 },
  legs,
  incoming: [],
  ability: KEY,
  gas: { cost: 1n, balance: 2n },
})
const done = (kind: FlowStep['kind']): FlowStep => ({ kind, state: 'done' })

it('says of two approvals for the same token what each is for', () => {
  const spender = `0x${'ee'.repeat(20)}` as const
  const swap: Leg = {
    ...buy,
    intent: { kind: 'swapToken', input: 'USDT', output: 'DR', inputAmount: 5n },
    isGoal: false,
    to: spender,
  }
  const steps = listSteps(
    (key) => key,
    { plan: null, outline: outline([swap, buy]), done: [], steps: [] },
    MAX,
  )
  const approvals = steps.filter(({ step }) => step.kind === 'approve' && step.token === 'USDT')
  expect(approvals.map(({ title }) => title)).toEqual([
    'tx.step.approve · tx.step.swap',
    'tx.step.approve · tx.step.buy',
  ])
})

it('counts the same steps before the first leg and after it: what it approved is not asked for again', () => {
  const before = listSteps(t, { plan: null, outline: outline([buy, power]), done: [], steps: [] }, MAX)
  expect(before.map(({ step }) => step.kind)).toEqual(['approve', 'permit', 'call', 'call'])
  expect(before.map(({ isFirstPaid }) => isFirstPaid)).toEqual([true, true, false, false])
  const taken = [done('approve'), done('permit'), done('call')]
  const after = listSteps(
    t,
    {
      plan: null,
      outline: outline([power]),
      done: [{ leg: buy, steps: taken, hash: null, blockNumber: null, paid: [], came: [] }],
      steps: [],
    },
    MAX,
  )
  expect(after.map(({ step }) => step.kind)).toEqual(['approve', 'permit', 'call', 'call'])
  expect(after.map(({ step }) => step.state)).toEqual(['done', 'done', 'done', 'todo'])
})
