import type { Machine } from '@dr/protocol/calls/user-mining'
import { describe, expect, it } from 'vitest'
import { groupMachines, payable, periodsMax } from './group-machines.ts'

const machine = (over: Partial<Machine>): Machine => ({
  machineId: '128',
  productId: 'm1',
  name: 'M1',
  tier: 1,
  power: 10,
  state: 'not-activated',
  boughtAt: 0,
  paidUntil: null,
  lifeEnd: 1_000,
  periodsLeft: 12,
  txHash: `0x${'0'.repeat(64)}`,
  ...over,
})

describe('groupMachines', () => {
  it('joins machines that look alike and keeps the rest apart', () => {
    const groups = groupMachines([
      machine({ machineId: '128' }),
      machine({ machineId: '129', lifeEnd: 900 }),
      machine({ machineId: '256', state: 'producing', paidUntil: 500 }),
      machine({ machineId: '257', state: 'producing', paidUntil: 600 }),
      machine({ machineId: '384', productId: 'm2' }),
    ])
    expect(groups.map(({ machines }) => machines.map(({ machineId }) => machineId))).toEqual([
      ['128', '129'],
      ['384'],
      ['256'],
      ['257'],
    ])
    expect(groups[0]?.lifeEnd).toBe(900)
  })
  it('puts what needs attention first', () => {
    const groups = groupMachines([
      machine({ machineId: '1', state: 'producing', paidUntil: 500 }),
      machine({ machineId: '2', state: 'paused', paidUntil: 100 }),
      machine({ machineId: '3' }),
    ])
    expect(groups.map(({ state }) => state)).toEqual(['paused', 'not-activated', 'producing'])
  })
})

describe('payable', () => {
  it('leaves out machines at the end of their life and payments under way', () => {
    const list = [
      machine({ machineId: '1' }),
      machine({ machineId: '2', periodsLeft: 0 }),
      machine({ machineId: '3', state: 'activated' }),
    ]
    expect(payable(list).map(({ machineId }) => machineId)).toEqual(['1'])
  })
  it('allows as many periods as the shortest life does', () => {
    expect(periodsMax([machine({ periodsLeft: 12 }), machine({ periodsLeft: 3 })])).toBe(3)
    expect(periodsMax([])).toBe(0)
  })
})
