/**
 * What machines on offer bring back of what they cost over their life, net of everything their owner pays:
 * one rule for every offer and for the calculator. The emission is integrated exactly over its halvings; a
 * worth is cut and a cost rounded up, so that no rounding makes an offer look better.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS, ELECTRICITY_PERIOD_DAYS, EMISSION_HALVING_DAYS, POWER_FLOOR } from '../constants.ts'
import { electricityFee } from './machine-cost.ts'
import { powerDivisor } from './mining-rate.ts'

/** Machines of one product, as they are offered. */
export interface Offer {
  readonly machineCount: number
  /** Of one machine, in T. */
  readonly power: number
  /** USD for one machine, 18 decimals. */
  readonly price: bigint
  readonly lifeDays: number
}

/** What an outcome rests on, assumed to stay as it is over the machines' life. */
export interface Conditions {
  /** Of the whole network, these machines included, in T. */
  readonly networkPower: number
  /** DR per day, base units, and the days until it halves. */
  readonly emissionPerDay: bigint
  readonly halvesInDays: number
  /** USDT for one token, 18 decimals. */
  readonly drPrice: bigint
  readonly drgvPrice: bigint
  /** Share of what was mined that a withdrawal burns, in 1/10,000. */
  readonly burnBps: bigint
}

/** After some days of mining with electricity paid for them. */
export interface Outcome {
  /** DR, base units, before the burn. */
  readonly mined: bigint
  /** USD with 18 decimals: what was mined after the burn, and what was paid. */
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
 * DR that power earns of a release, base units, rounded down: below the floor the rest is owed to no account.
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
 * The first day of the machines' life by which they have brought back their price and the electricity of the
 * periods begun until then; null: they never do.
 */
export const daysToBringBack = (offer: Offer, conditions: Conditions): number | null => {
  const isBackBy = (day: number): boolean => outcomeAfter(offer, conditions, day).net >= 0n
  for (let from = 0; from < offer.lifeDays; from += ELECTRICITY_PERIOD_DAYS) {
    // Within a period, which is paid at its beginning, the machines only bring more.
    const end = Math.min(from + ELECTRICITY_PERIOD_DAYS, offer.lifeDays)
    if (!isBackBy(end)) continue
    for (let day = from + 1; day <= end; day += 1) if (isBackBy(day)) return day
  }
  return null
}

/** Prices of DR that a what-if shows, in percent of today's. */
const WHAT_IF_PRICES = [100n, 50n, 10n] as const

/**
 * Network power that a what-if shows, in T: today's with these machines or the floor where that is greater,
 * and two and a half and seven and a half times that (0.4, 1 and 3 million T).
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
  /** Of all that is shown. */
  readonly best: bigint
  readonly worst: bigint
}

/**
 * What the machines leave their owner with after their life, gain or loss, by DR's price and by the network.
 */
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
