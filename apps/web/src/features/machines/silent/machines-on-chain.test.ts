import { DAY_SECONDS, HOUR_SECONDS, ZERO_ADDRESS } from '@dr/protocol/constants'
import { PERIOD_SECONDS } from '@dr/protocol/rules/paid-until'
import { expect, it, test } from 'vitest'
import type { KeptMachine } from '../../../api/kept/kept-machines.ts'
import type { MachineReading } from '../../../chain/reads/read-machines.ts'
import { payable } from '../group-machines.ts'
import { machinesOnChain } from './machines-on-chain.ts'

const ALICE = `0x${'a1'.repeat(20)}` as const
const BOB = `0x${'b0'.repeat(20)}` as const
const NOW = 500_000 * HOUR_SECONDS
const LIFE_END = NOW + 3 * PERIOD_SECONDS

const kept: KeptMachine = {
  machineId: '128',
  productId: 'm1',
  name: 'M1',
  tier: 2,
  power: 10,
  lifeEnd: LIFE_END,
}
const shown = (reading: Partial<MachineReading>, blockTime = NOW) =>
  machinesOnChain(ALICE, [kept], {
    blockTime,
    machines: [{ owner: ALICE, paidUntil: 0, finalPaidUntil: 0, ...reading }],
  })[0]

test.each([
  ['never paid', 0, 0, 'not-activated', null, 3],
  ['paid, and final', NOW + DAY_SECONDS, NOW + DAY_SECONDS, 'producing', NOW + DAY_SECONDS, 3],
  ['paid a moment ago, not final', NOW + PERIOD_SECONDS, 0, 'activated', NOW + PERIOD_SECONDS, 2],
  ['renewed early, not final', NOW + PERIOD_SECONDS, NOW + 1, 'producing', NOW + PERIOD_SECONDS, 2],
  ['at its end this very second', NOW, NOW, 'paused', NOW, 3],
  ['paid past its life', LIFE_END + DAY_SECONDS, LIFE_END + DAY_SECONDS, 'producing', LIFE_END, 0],
])('a machine that is %s', (_, paidUntil, finalPaidUntil, state, until, periodsLeft) => {
  expect(shown({ paidUntil, finalPaidUntil })).toEqual({ ...kept, state, paidUntil: until, periodsLeft })
})

it.each([
  ['a quarter and two hours before', 2 * HOUR_SECONDS, 1],
  ['so late that it could begin at the end', HOUR_SECONDS, 0],
  ['after its life', -1, 0],
])('takes a period as long as it begins before the life ends: %s', (_, before, periodsLeft) => {
  const machine = shown({}, LIFE_END - before)
  expect(machine?.periodsLeft).toBe(periodsLeft)
  expect(payable(machine ? [machine] : [])).toHaveLength(periodsLeft)
})

it('a payment that is not final is not offered again', () => {
  const machine = shown({ paidUntil: NOW + DAY_SECONDS })
  expect(payable(machine ? [machine] : [])).toEqual([])
})

it('only those that the chain has as the account’s own', () => {
  const ids = ['5', '4', '3', '2']
  const owners = [BOB, ALICE, ZERO_ADDRESS, ALICE] as const
  const list = machinesOnChain(
    ALICE,
    ids.map((machineId) => ({ ...kept, machineId })),
    { blockTime: NOW, machines: owners.map((owner) => ({ owner, paidUntil: 0, finalPaidUntil: 0 })) },
  )
  expect(list.map(({ machineId }) => machineId)).toEqual(['4', '2'])
})
