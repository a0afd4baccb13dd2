import { describe, expect, it } from 'vitest'
import { extrapolate } from '../../ui/amounts/extrapolate.ts'
import { type MiningInfo, miningReading, miningState, runningPart, secondsToCollect } from './reading.ts'

const info = (over: Partial<MiningInfo> = {}): MiningInfo => ({
  machines: { 'not-activated': 0, activated: 0, producing: 2, paused: 0 },
  power: 52,
  networkPower: 520,
  accrued: '1000',
  asOf: 10_000,
  releaseId: '7',
  ratePerDay: String(86_400n * 10n),
  collectedToday: '0',
  collectedTotal: '0',
  notCollectable: null,
  nextCollectableAt: null,
  bought: [],
  fundedUntil: 99_999_999,
  clock: { blockNumber: 5, timestamp: 10_100 },
  ...over,
})

describe('miningReading', () => {
  it('starts one poll behind the server clock and is capped at it', () => {
    const reading = miningReading(info(), 0)
    expect(reading.value).toBe(1_850n)
    expect(reading.cap).toBe(2_000n)
    expect(extrapolate(reading, 15_000)).toBe(2_000n)
    expect(extrapolate(reading, 60_000)).toBe(2_000n)
  })
  it('continues without a jump when the next poll comes 15 s later', () => {
    const before = extrapolate(miningReading(info(), 0), 15_000)
    const after = miningReading(info({ clock: { blockNumber: 20, timestamp: 10_115 } }), 15_000)
    expect(after.value).toBe(before)
  })
  it('stays at the exact amount when no machine produces', () => {
    const reading = miningReading(info({ ratePerDay: '0' }), 0)
    expect(reading).toEqual({ value: 1_000n, asOfMs: 0, ratePerSecond: 0n, cap: 1_000n })
  })
  it('starts at zero right after a collection, and never counts a clock that runs behind the release', () => {
    expect(miningReading(info({ accrued: '0', clock: { blockNumber: 5, timestamp: 10_003 } }), 0).value).toBe(
      0n,
    )
    expect(miningReading(info({ clock: { blockNumber: 5, timestamp: 9_000 } }), 0).cap).toBe(1_000n)
  })
  it('is never below what is released, whether the release was just now or the clock jumped', () => {
    const justReleased = info({ accrued: '900', clock: { blockNumber: 5, timestamp: 10_004 } })
    expect(miningReading(justReleased, 0)).toMatchObject({ value: 900n, cap: 940n })
    const released = info({ accrued: '50026', clock: { blockNumber: 6, timestamp: 10_000 } })
    const reading = miningReading(released, 0)
    expect(reading).toMatchObject({ value: 50_026n, cap: 50_026n })
    expect(extrapolate(reading, 60_000)).toBe(50_026n)
  })
  it('splits off what is not released yet', () => {
    expect(runningPart(info())).toBe(1_000n)
  })
})

describe('miningState', () => {
  it.each([
    [{ 'not-activated': 1, activated: 0, producing: 1, paused: 3 }, 'producing'],
    [{ 'not-activated': 1, activated: 0, producing: 0, paused: 3 }, 'paused'],
    [{ 'not-activated': 0, activated: 1, producing: 0, paused: 0 }, 'idle'],
    [{ 'not-activated': 0, activated: 0, producing: 0, paused: 0 }, 'none'],
  ] as const)('%j is %s', (machines, state) => {
    expect(miningState(info({ machines }))).toBe(state)
  })
})

it('counts down on the product clock, not the device clock', () => {
  expect(secondsToCollect(info({ nextCollectableAt: 10_160 }))).toBe(60)
  expect(secondsToCollect(info({ nextCollectableAt: 10_000 }))).toBe(0)
  expect(secondsToCollect(info())).toBe(0)
})
