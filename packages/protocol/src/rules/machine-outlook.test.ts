import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WAD } from '../amounts.ts'
import {
  BPS,
  ELECTRICITY_FEE_DRGV,
  ELECTRICITY_PERIOD_DAYS,
  EMISSION_FIRST_PER_DAY,
  EMISSION_HALVING_DAYS,
  POWER_FLOOR,
  WITHDRAWAL_BURN_BPS,
} from '../constants.ts'
import {
  type Conditions,
  daysToBringBack,
  emissionWithin,
  lifeOutcome,
  type Offer,
  outcomeAfter,
  whatIf,
  whatIfPowers,
} from './machine-outlook.ts'

const today: Conditions = {
  networkPower: 61_240,
  emissionPerDay: EMISSION_FIRST_PER_DAY,
  halvesInDays: EMISSION_HALVING_DAYS,
  drPrice: WAD / 2n,
  drgvPrice: WAD / 10n,
  burnBps: WITHDRAWAL_BURN_BPS,
}
const M1: Offer = { machineCount: 1, power: 10, price: 100n * WAD, lifeDays: 720 }
const TWO_M2: Offer = { machineCount: 2, power: 26, price: 250n * WAD, lifeDays: 720 }
const dollars = (net: bigint): number => Number(net / 10n ** 16n) / 100

describe('the offers of the shop', () => {
  it('M1 mines 0.5 DR per day, brings back its price in 462 of its 720 days, and never at half the price', () => {
    expect(outcomeAfter(M1, today, 1).mined).toBe(WAD / 2n)
    expect(daysToBringBack(M1, today)).toBe(462)
    expect(daysToBringBack(M1, { ...today, drPrice: WAD / 4n })).toBeNull()
  })

  it('two M2 end with +360 dollars at best shown and −517 at worst', () => {
    const { powers, rows, best, worst } = whatIf(TWO_M2, today)
    expect(powers).toEqual([400_000, 1_000_000, 3_000_000])
    expect(rows.map(({ nets }) => nets.map(dollars))).toEqual([
      [360.4, -173.12, -410.24],
      [-84.2, -350.96, -469.52],
      [-439.88, -493.23, -516.94],
    ])
    expect([dollars(best), dollars(worst)]).toEqual([360.4, -516.94])
  })

  it('a network above the floor is where a what-if begins', () => {
    expect(whatIfPowers(POWER_FLOOR)).toEqual([400_000, 1_000_000, 3_000_000])
    expect(whatIfPowers(520_001)).toEqual([520_001, 1_300_003, 3_900_008])
  })
})

const offers: fc.Arbitrary<Offer> = fc.record({
  machineCount: fc.integer({ min: 1, max: 1_000 }),
  power: fc.integer({ min: 1, max: 5_000 }),
  price: fc.bigInt({ min: 1n, max: 100_000n * WAD }),
  lifeDays: fc.integer({ min: 30, max: 4_000 }),
})
const conditions: fc.Arbitrary<Conditions> = fc.record({
  networkPower: fc.integer({ min: 0, max: 10_000_000 }),
  emissionPerDay: fc.bigInt({ min: 0n, max: EMISSION_FIRST_PER_DAY }),
  halvesInDays: fc.integer({ min: 0, max: EMISSION_HALVING_DAYS }),
  drPrice: fc.bigInt({ min: 0n, max: 10n * WAD }),
  drgvPrice: fc.bigInt({ min: 1n, max: 10n * WAD }),
  burnBps: fc.bigInt({ min: 0n, max: 3_000n }),
})
/** Later, or never. */
const notSooner = (a: number | null, b: number | null): boolean => a === null || (b !== null && a >= b)

/** Day-by-day simulation in exact fractions: USD × WAD × BPS × the power that shares the emission. */
const simulate = (offer: Offer, now: Conditions): { days: number | null; net: bigint; scale: bigint } => {
  const shared = BigInt(Math.max(now.networkPower, POWER_FLOOR))
  const scale = WAD * BPS * shared
  const count = BigInt(offer.machineCount)
  const own = BigInt(offer.power) * count
  let perDay = now.emissionPerDay
  let net = -offer.price * count * scale
  let days: number | null = null
  for (let day = 0; day < offer.lifeDays; day += 1) {
    if (day >= now.halvesInDays && (day - now.halvesInDays) % EMISSION_HALVING_DAYS === 0) perDay /= 2n
    if (day % ELECTRICITY_PERIOD_DAYS === 0)
      net -= ELECTRICITY_FEE_DRGV * count * now.drgvPrice * BPS * shared
    net += perDay * own * (BPS - now.burnBps) * now.drPrice
    if (days === null && net >= 0n) days = day + 1
  }
  return { days, net, scale }
}

describe('the outlook', () => {
  it('is what a simulation of every day ends with, never better', () => {
    fc.assert(
      fc.property(offers, conditions, (offer, now) => {
        const exact = simulate(offer, now)
        const { net } = lifeOutcome(offer, now)
        // Up to rounding: a base unit of DR, of its worth, and of the electricity.
        const rounding = (2n + now.drPrice / WAD) * exact.scale
        expect(net * exact.scale <= exact.net).toBe(true)
        expect(net * exact.scale > exact.net - rounding - exact.scale).toBe(true)
        expect(notSooner(daysToBringBack(offer, now), exact.days)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('is never better with a lower price, a larger network, a larger burn or dearer electricity', () => {
    fc.assert(
      fc.property(offers, conditions, fc.integer({ min: 1, max: 99 }), (offer, now, percent) => {
        const worse: readonly Partial<Conditions>[] = [
          { drPrice: (now.drPrice * BigInt(percent)) / 100n },
          { networkPower: now.networkPower * (1 + percent) },
          { burnBps: now.burnBps + BigInt(percent) },
          { drgvPrice: now.drgvPrice + BigInt(percent) * WAD },
        ]
        for (const change of worse) {
          const then = { ...now, ...change }
          expect(lifeOutcome(offer, then).net <= lifeOutcome(offer, now).net).toBe(true)
          expect(notSooner(daysToBringBack(offer, then), daysToBringBack(offer, now))).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('a network below the floor earns no more than one at the floor', () => {
    fc.assert(
      fc.property(
        offers,
        conditions,
        fc.integer({ min: 0, max: POWER_FLOOR }),
        (offer, now, networkPower) => {
          expect(lifeOutcome(offer, { ...now, networkPower })).toEqual(
            lifeOutcome(offer, { ...now, networkPower: POWER_FLOOR }),
          )
        },
      ),
    )
  })

  it('gain and loss of a what-if are between its best and its worst', () => {
    fc.assert(
      fc.property(offers, conditions, (offer, now) => {
        const { rows, best, worst } = whatIf(offer, now)
        const nets = rows.flatMap((row) => row.nets)
        expect(nets.every((net) => worst <= net && net <= best)).toBe(true)
        expect([rows[0]?.nets[0], rows[2]?.nets[2]]).toEqual([best, worst])
      }),
    )
  })

  it('halves where the schedule does: what is released in parts is released in all', () => {
    fc.assert(
      fc.property(conditions, fc.nat(5_000), fc.nat(5_000), (now, some, more) => {
        const rest = { emissionPerDay: now.emissionPerDay, halvesInDays: now.halvesInDays - some }
        if (rest.halvesInDays < 0) return
        expect(emissionWithin(now, some) + emissionWithin(rest, more)).toBe(emissionWithin(now, some + more))
      }),
    )
    const at = (days: number) => emissionWithin({ emissionPerDay: 100n, halvesInDays: 10 }, days)
    expect([at(10) - at(9), at(11) - at(10), at(1_836) - at(1_835)]).toEqual([100n, 50n, 25n])
  })
})
