import type { Machine } from '@dr/protocol/calls/user-mining'
import { DAY_SECONDS, HOUR_SECONDS } from '@dr/protocol/constants'
import { PERIOD_SECONDS } from '@dr/protocol/rules/paid-until'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepMachines, keptMachines } from './kept-machines.ts'

const ALICE = '0x00000000000000000000000000000000000a11ce'
const BOB = '0x0000000000000000000000000000000000000b0b'
const NOW = 500_000 * HOUR_SECONDS
const KEY = `machines:${ALICE}`

const machine = (over: Partial<Machine>): Machine => ({
  machineId: '128',
  productId: 'm1',
  name: 'M1',
  tier: 1,
  power: 10,
  state: 'producing',
  boughtAt: NOW - 30 * DAY_SECONDS,
  paidUntil: NOW + DAY_SECONDS,
  lifeEnd: NOW + 720 * DAY_SECONDS,
  periodsLeft: 24,
  txHash: `0x${'0'.repeat(64)}`,
  ...over,
})
const idsOf = (machines: readonly Machine[]) => machines.map(({ machineId }) => machineId)

describe('machines that were shown before', () => {
  beforeEach(() => {
    const entries = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
    })
  })

  it('are kept for their account alone, with those of other pages and filters, the newest first', () => {
    keepMachines(ALICE, [machine({ machineId: '1280' }), machine({ machineId: '384' })])
    keepMachines(ALICE, [machine({ machineId: '385' })])
    keepMachines(ALICE, [])
    expect(idsOf(keptMachines(ALICE, NOW))).toEqual(['1280', '385', '384'])
    expect(keptMachines(BOB, NOW)).toEqual([])
  })

  it('are as they were shown last', () => {
    keepMachines(ALICE, [machine({ paidUntil: null, state: 'not-activated' })])
    expect(keptMachines(ALICE, NOW)).toMatchObject([{ state: 'not-activated', paidUntil: null }])
    keepMachines(ALICE, [machine({})])
    expect(keptMachines(ALICE, NOW)).toMatchObject([{ state: 'producing', name: 'M1' }])
  })

  it('stop when their electricity ends, have ever fewer periods, and go with their life', () => {
    const lifeEnd = NOW + 3 * PERIOD_SECONDS
    keepMachines(ALICE, [machine({ lifeEnd, paidUntil: NOW + HOUR_SECONDS, periodsLeft: 3 })])
    expect(keptMachines(ALICE, NOW)).toMatchObject([{ state: 'producing', periodsLeft: 3 }])
    expect(keptMachines(ALICE, NOW + HOUR_SECONDS)).toMatchObject([{ state: 'paused', periodsLeft: 3 }])
    expect(keptMachines(ALICE, NOW + 2 * PERIOD_SECONDS)).toMatchObject([{ state: 'paused', periodsLeft: 1 }])
    expect(keptMachines(ALICE, lifeEnd)).toEqual([])
  })

  it('are none where what is kept is no list of machines', () => {
    for (const text of ['', '{', 'null', '{}', '[null, 1, {"machineId":"x"}, {"machineId":"1"}]']) {
      localStorage.setItem(KEY, text)
      expect(keptMachines(ALICE, NOW)).toEqual([])
    }
  })

  it('are at most 500', () => {
    keepMachines(
      ALICE,
      Array.from({ length: 600 }, (_, index) => machine({ machineId: String(index) })),
    )
    expect(idsOf(keptMachines(ALICE, NOW)).at(-1)).toBe('100')
    expect(keptMachines(ALICE, NOW)).toHaveLength(500)
  })
})
