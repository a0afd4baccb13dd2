import { describe, expect, it } from 'vitest'
import { WAD } from '../amounts.ts'
import { drForUsdr, drForValue, podPowerCost } from './pod-power-cost.ts'

const terms = { usdrShareBps: 5_000n, powerBps: 20_000n, drPrice: WAD / 2n }
/** Prices and shares that leave remainders. */
const uneven = { usdrShareBps: 3_333n, powerBps: 19_999n, drPrice: 471_238_917_364_112_003n }

describe('podPowerCost', () => {
  it('takes half the value each, and gives two units for a dollar', () => {
    expect(podPowerCost(200n * WAD, terms)).toEqual({
      usdrAmount: 100n * WAD,
      value: 200n * WAD,
      power: 400n * WAD,
    })
  })
  it('rounds what is paid up and what comes down', () => {
    expect(podPowerCost(3n, terms)).toEqual({ usdrAmount: 1n, value: 2n, power: 4n })
    expect(podPowerCost(101n, { ...terms, usdrShareBps: 3_000n })).toEqual({
      usdrAmount: 22n,
      value: 71n,
      power: 142n,
    })
  })
})

describe('the other way round, where DR is at most a dollar', () => {
  it.each([511_000_000_000_000_003n, WAD, 7n])('is exactly what was typed, at a price of %d', (drPrice) => {
    const given = { ...terms, drPrice }
    for (const typed of [150n * WAD, 1_234_567_890_123_456_790n]) {
      expect(podPowerCost(drForUsdr(typed, given), given).usdrAmount).toBe(typed)
      expect(podPowerCost(drForValue(typed, given), given).value).toBe(typed)
    }
  })
})

/** DR above a dollar. */
const dear = { ...uneven, drPrice: 3_471_238_917_364_112_003n }
describe.each([terms, uneven, dear])('the other way round, %o', (given) => {
  it.each([1n, 7n, WAD, 123_456_789_012_345_678_901n])('never needs more than %d', (typed) => {
    expect(podPowerCost(drForUsdr(typed, given), given).usdrAmount).toBeLessThanOrEqual(typed)
    expect(podPowerCost(drForValue(typed, given), given).value).toBeLessThanOrEqual(typed)
  })
  it('misses what was typed by a few base units at most', () => {
    const typed = 1_000n * WAD
    expect(typed - podPowerCost(drForUsdr(typed, given), given).usdrAmount).toBeLessThan(10n)
    expect(typed - podPowerCost(drForValue(typed, given), given).value).toBeLessThan(10n)
  })
})
