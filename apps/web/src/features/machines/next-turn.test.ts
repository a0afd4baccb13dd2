import type { Machine } from '@dr/protocol/calls/user-mining'
import { describe, expect, it } from 'vitest'
import { nextTurnMs } from './next-turn.ts'

const machine = (state: Machine['state'], paidUntil: number | null): Machine => ({
  machineId: '128',
  productId: 'm1',
  name: 'M1',
  tier: 1,
  power: 10,
  state,
  paidUntil,
  boughtAt: 0,
  lifeEnd: 1_000_000,
  periodsLeft: 3,
  txHash: `0x${'0'.repeat(64)}`,
})

describe('nextTurnMs', () => {
  it('is the end of the electricity that ends first', () => {
    expect(nextTurnMs([machine('producing', 900), machine('producing', 700)], 640)).toBe(60_000)
  })
  it('looks at producing machines only', () => {
    const others = [machine('paused', 10), machine('not-activated', null), machine('activated', 50)]
    expect(nextTurnMs(others, 0)).toBe(null)
    expect(nextTurnMs([...others, machine('producing', 100)], 0)).toBe(100_000)
  })
  it('asks again soon, but not at once, when the end has passed', () => {
    expect(nextTurnMs([machine('producing', 100)], 5_000_000)).toBe(2_000)
  })
  it('never waits longer than a timer can', () => {
    expect(nextTurnMs([machine('producing', 30 * 86_400)], 0)).toBe(3_600_000)
  })
})
