import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { WAD } from '../amounts.ts'
import { DAY_SECONDS, EMISSION_HALVING_DAYS } from '../constants.ts'
import {
  daysUntilHalving,
  type MiningMarket,
  machineEarnings,
  nextHalving,
  rewardPerDay,
  usdPerDay,
  worthOf,
} from './mining-rate.ts'

const power = fc.integer({ min: 1, max: 1_000_000 })
const market: fc.Arbitrary<MiningMarket> = fc
  .record({
    others: fc.integer({ min: 0, max: 100_000_000 }),
    ownPower: fc.integer({ min: 0, max: 1_000_000 }),
    emissionPerDay: fc.bigInt({ min: 0n, max: 20_000n * WAD }),
    drPrice: fc.option(fc.bigInt({ min: 0n, max: 10n * WAD })),
    drgvPrice: fc.option(fc.bigInt({ min: 1n, max: 10n * WAD })),
  })
  .map(({ others, ...rest }) => ({ ...rest, networkPower: others + rest.ownPower }))

describe('machineEarnings', () => {
  const today: MiningMarket = {
    networkPower: 90,
    ownPower: 0,
    emissionPerDay: 20_000n * WAD,
    drPrice: WAD / 2n,
    drgvPrice: WAD / 10n,
  }
  const bought = { power: 10, machineCount: 1, producing: false }
  it('counts a machine that is to be powered into the network', () => {
    const { perDay, perDayUsd, addsPerDay, networkPower, electricity, electricityUsd } = machineEarnings(
      today,
      bought,
    )
    expect(networkPower).toBe(100n)
    expect(perDay).toBe(WAD / 2n)
    expect(perDayUsd).toBe(WAD / 4n)
    expect(addsPerDay).toBe(perDay)
    expect([electricity, electricityUsd]).toEqual([6n * WAD, (6n * WAD) / 10n])
  })
  it.each([
    [0, 1n],
    [399_990, 1n],
    [400_000, 0n],
    [800_000, 0n],
  ])('for an owner who is alone with %i T it adds what a T earns only below the floor', (of, times) => {
    const alone = { ...today, networkPower: of, ownPower: of }
    expect(machineEarnings(alone, bought).addsPerDay).toBe((times * WAD) / 2n)
  })
  it.each([
    [10, WAD / 2n],
    [399_990, WAD / 2n],
    [800_000 - 10, WAD / 4n],
  ])('beside %i T, 10 T earn %s a day', (others, perDay) => {
    expect(machineEarnings({ ...today, networkPower: others }, bought).perDay).toBe(perDay)
  })
  it('a price that is not there is no price of 0', () => {
    const { perDay, perDayUsd, electricityUsd } = machineEarnings(
      { ...today, drPrice: null, drgvPrice: null },
      bought,
    )
    expect(perDay > 0n).toBe(true)
    expect([perDayUsd, electricityUsd]).toEqual([null, null])
  })
  it.each([
    [0, 0, false],
    [399_990, 39_990, false],
    [399_990, 39_991, true],
    [999_990, 99_990, false],
    [999_990, 99_991, true],
  ])(
    '10 T beside %i T, %i of them one’s own, earn too much to name its worth: %s',
    (networkPower, ownPower, small) => {
      expect(machineEarnings({ ...today, networkPower, ownPower }, bought).smallNetwork).toBe(small)
    },
  )
  test('more power never mines less, and never more than is emitted', () => {
    fc.assert(
      fc.property(market, power, power, fc.boolean(), (now, some, more, producing) => {
        const set = { machineCount: 1, producing }
        const less = machineEarnings(now, { ...set, power: some })
        const greater = machineEarnings(now, { ...set, power: some + more })
        expect(greater.perDay >= less.perDay).toBe(true)
        expect(greater.perDay <= now.emissionPerDay).toBe(true)
        expect(less.addsPerDay >= 0n && less.addsPerDay <= less.perDay + 1n).toBe(true)
        expect(less.ownPower <= less.networkPower && less.power <= less.ownPower).toBe(true)
      }),
    )
  })
  test('a machine mines the day after it is powered what was said before', () => {
    fc.assert(
      fc.property(market, power, (now, of) => {
        const before = machineEarnings(now, { power: of, machineCount: 1, producing: false })
        const powered = { ...now, networkPower: now.networkPower + of, ownPower: now.ownPower + of }
        const after = machineEarnings(powered, { power: of, machineCount: 1, producing: true })
        expect(after.perDay).toBe(before.perDay)
        // The owner's `ratePerDay` of the server before and after: the difference comes from powering.
        const own = ({ ownPower, networkPower, emissionPerDay }: MiningMarket): bigint =>
          rewardPerDay({ emissionPerDay, power: BigInt(ownPower), networkPower: BigInt(networkPower) })
        expect(own(powered) - own(now)).toBe(before.addsPerDay)
      }),
    )
  })
  test('two halves of a set mine what the set does, but for the cut', () => {
    fc.assert(
      fc.property(market, power, (now, of) => {
        const counted = { ...now, networkPower: now.networkPower + 2 * of }
        const half = machineEarnings(counted, { power: of, machineCount: 1, producing: true }).perDay
        const whole = machineEarnings(counted, { power: 2 * of, machineCount: 2, producing: true }).perDay
        expect(whole - 2n * half === 0n || whole - 2n * half === 1n).toBe(true)
      }),
    )
  })
  test('a network that does not count them yet gives no share above the whole', () => {
    const late = machineEarnings(
      { ...today, networkPower: 0 },
      { ...bought, power: 500_000, producing: true },
    )
    expect(late).toMatchObject({ perDay: 20_000n * WAD, networkPower: 500_000n })
  })
})

describe('usdPerDay', () => {
  const share = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 1n, max: 10n ** 9n }))
    .map(([ownPower, others]) => ({ ownPower, networkPower: ownPower + others }))
  const perDay = fc.bigInt({ min: 0n, max: 20_000n * WAD })
  const drPrice = fc.bigInt({ min: 0n, max: 10n * WAD })
  test('is named up to a tenth of the emission, and never above', () => {
    fc.assert(
      fc.property(share, perDay, drPrice, (of, amount, price) => {
        const named = usdPerDay({ ...of, perDay: amount, drPrice: price })
        const divisor = of.networkPower > 400_000n ? of.networkPower : 400_000n
        expect(named).toBe(of.ownPower * 10n > divisor ? null : worthOf(amount, price))
      }),
    )
  })
  test('a larger share names no value that a smaller one does not', () => {
    fc.assert(
      fc.property(
        share,
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        perDay,
        drPrice,
        (of, more, amount, price) => {
          const larger = { ownPower: of.ownPower + more, networkPower: of.networkPower + more }
          const before = usdPerDay({ ...of, perDay: amount, drPrice: price })
          const after = usdPerDay({ ...larger, perDay: amount, drPrice: price })
          expect(before === null && after !== null).toBe(false)
        },
      ),
    )
  })
  test('needs a price', () => {
    expect(usdPerDay({ ownPower: 0n, networkPower: 1n, perDay: WAD, drPrice: null })).toBeNull()
  })
  test('is what every figure of machines names', () => {
    fc.assert(
      fc.property(market, power, fc.boolean(), (now, of, producing) => {
        const { perDayUsd, smallNetwork, ...rest } = machineEarnings(now, {
          power: of,
          machineCount: 1,
          producing,
        })
        expect(perDayUsd).toBe(usdPerDay({ ...rest, drPrice: now.drPrice }))
        if (smallNetwork) expect(perDayUsd).toBeNull()
      }),
    )
  })
})

test('a value is cut, and unknown without a price', () => {
  expect(worthOf(3n, WAD / 2n)).toBe(1n)
  expect(worthOf(3n, null)).toBeNull()
})

test('the next halving is a whole number of eras before the end, and after now', () => {
  const era = EMISSION_HALVING_DAYS * DAY_SECONDS
  const start = 1_700_000_000
  const end = start + 75 * era
  expect(nextHalving(end, start)).toBe(start + era)
  expect(nextHalving(end, start + era - 1)).toBe(start + era)
  expect(nextHalving(end, start + era)).toBe(start + 2 * era)
  expect(nextHalving(end, end + 5)).toBe(end)
})

describe('daysUntilHalving', () => {
  it.each([
    [20_000n, 0n, 1_825],
    [20_000n, 20_000n * 1_795n, 30],
    [10_000n, 20_000n * 1_825n, 1_825],
    [10_000n, 20_000n * 1_825n + 10_000n * 1_824n, 1],
    [0n, 73_000_000n, 0],
  ])('%s a day after %s released: %s', (perDay, released, days) => {
    expect(daysUntilHalving({ perDay: perDay * WAD, released: released * WAD })).toBe(days)
  })
})
