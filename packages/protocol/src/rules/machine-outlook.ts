/**
 * Result of offered machines over their life, net of all costs: shared by every offer and the calculator.
 * The emission is integrated exactly over its halvings; worth is rounded down and cost up, so that rounding
 * makes no offer look better.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS, ELECTRICITY_PERIOD_DAYS, EMISSION_HALVING_DAYS, POWER_FLOOR } from '../constants.ts'
import { electricityFee } from './machine-cost.ts'
import { powerDivisor } from './mining-rate.ts'

/** Offered machines of one product. */
export interface Offer {
  readonly machineCount: number
  /** Power of one machine, in T. */
  readonly power: number
  /** USD for one machine, 18 decimals. */
  readonly price: bigint
  readonly lifeDays: number
}

/** Conditions of an outcome, assumed constant over the machines' life. */
export interface Conditions {
  /** Power of the whole network including these machines, in T. */
  readonly networkPower: number
  /** DR per day, base units, and the days until it halves. */
  readonly emissionPerDay: bigint
  readonly halvesInDays: number
  /** USDT for one token, 18 decimals. */
  readonly drPrice: bigint
  readonly drgvPrice: bigint
  /** Share of mined DR that a withdrawal burns, in 1/10,000. */
  readonly burnBps: bigint
}

/** Result after some days of mining with paid electricity. */
export interface Outcome {
  /** DR, base units, before the burn. */
  readonly mined: bigint
  /** USD with 18 decimals: worth of mined DR after the burn, and payments. */
  readonly worth: bigint
  readonly electricity: bigint
  readonly price: bigint
  /** `worth` less `electricity` and `price`. */
  readonly net: bigint
}

/** DR released in the next `days` days, base units; each halving begins with a day. */
export const emissionWithin = (
  { emissionPerDay, halvesInDays }: Pick<Conditions, 'emissionPerDay' | 'halvesInDays'>,
  days: number,
): bigint => {
  let released = 0n
  let rate = emissionPerDay
  let from = 0
  let until = halvesInDays
  while (from < days && rate > 0n) {
    const end = Math.min(until, days)
    released += rate * BigInt(end - from)
    rate >>= 1n
    from = end
    until += EMISSION_HALVING_DAYS
  }
  return released
}

/**
 * DR that power earns from a release, base units, rounded down: below the minimum network power the rest is
 * owed to no account.
 */
const earnedOf = (released: bigint, power: number, networkPower: number): bigint =>
  mulDivDown(released, BigInt(power), powerDivisor(BigInt(networkPower)))

/** DR per day that the machines mine now, base units. */
export const minedPerDay = (
  { machineCount, power }: Offer,
  { networkPower, emissionPerDay }: Pick<Conditions, 'networkPower' | 'emissionPerDay'>,
): bigint => earnedOf(emissionPerDay, power * machineCount, networkPower)

export const outcomeAfter = (offer: Offer, conditions: Conditions, days: number): Outcome => {
  const { machineCount, power } = offer
  const { networkPower, drPrice, drgvPrice, burnBps } = conditions
  const mined = earnedOf(emissionWithin(conditions, days), power * machineCount, networkPower)
  const worth = mulDivDown(mined * (BPS - burnBps), drPrice, BPS * WAD)
  const periods = Math.ceil(days / ELECTRICITY_PERIOD_DAYS)
  const electricity = mulDivUp(electricityFee({ machines: machineCount, periods }), drgvPrice, WAD)
  const price = offer.price * BigInt(machineCount)
  return { mined, worth, electricity, price, net: worth - electricity - price }
}

export const lifeOutcome = (offer: Offer, conditions: Conditions): Outcome =>
  outcomeAfter(offer, conditions, offer.lifeDays)

/**
 * First day of the machines' life on which their worth covers price and electricity of the periods begun;
 * null: never.
 */
export const daysToBringBack = (offer: Offer, conditions: Conditions): number | null => {
  const isBackBy = (day: number): boolean => outcomeAfter(offer, conditions, day).net >= 0n
  for (let from = 0; from < offer.lifeDays; from += ELECTRICITY_PERIOD_DAYS) {
    // Electricity is paid at the start of a period; within it the net result only grows.
    const end = Math.min(from + ELECTRICITY_PERIOD_DAYS, offer.lifeDays)
    if (!isBackBy(end)) continue
    for (let day = from + 1; day <= end; day += 1) if (isBackBy(day)) return day
  }
  return null
}

/** Prices of DR in a what-if, in percent of today's. */
const WHAT_IF_PRICES = [100n, 50n, 10n] as const

/**
 * Network powers of a what-if, in T: today's with these machines or `POWER_FLOOR` if that is greater, and
 * 2.5 and 7.5 times that (0.4, 1 and 3 million T).
 */
export const whatIfPowers = (networkPower: number): readonly number[] => {
  const first = Math.max(networkPower, POWER_FLOOR)
  return [first, Math.ceil(first * 2.5), Math.ceil(first * 7.5)]
}

export interface WhatIf {
  /** In T, one for each column. */
  readonly powers: readonly number[]
  readonly rows: readonly {
    /** DR's price in percent of today's. */
    readonly pricePercent: bigint
    /** USD with 18 decimals after the machines' life, one for each column. */
    readonly nets: readonly bigint[]
  }[]
  /** Extremes of all values. */
  readonly best: bigint
  readonly worst: bigint
}

/** Gain or loss after the machines' life, by DR's price and network power. */
export const whatIf = (offer: Offer, today: Conditions): WhatIf => {
  const powers = whatIfPowers(today.networkPower)
  const rows = WHAT_IF_PRICES.map((pricePercent) => ({
    pricePercent,
    nets: powers.map((networkPower) => {
      const drPrice = (today.drPrice * pricePercent) / 100n
      return lifeOutcome(offer, { ...today, networkPower, drPrice }).net
    }),
  }))
  const all = rows.flatMap(({ nets }) => nets)
  return {
    powers,
    rows,
    best: all.reduce((best, net) => (net > best ? net : best)),
    worst: all.reduce((worst, net) => (net < worst ? net : worst)),
  }
}
