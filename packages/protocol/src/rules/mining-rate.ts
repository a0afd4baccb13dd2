/**
 * Daily earnings of producing power and their worth (docs/product.md 6), shared by server and app, so that
 * all figures for the same machine are equal. Estimates at today's network power, rounded down; costs are
 * rounded up.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS, DAY_SECONDS, EMISSION_FIRST_PER_DAY, EMISSION_HALVING_DAYS, POWER_FLOOR } from '../constants.ts'
import { electricityFee } from './machine-cost.ts'

/** Above this share of the emission no value in USD is given, since selling that much DR moves its price. */
const SMALL_NETWORK_SHARE_BPS = 1_000n

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * Power in T that divides the emission: each T earns emission / max(network power, power floor). The share
 * of power missing to the floor is owed to no account.
 */
export const powerDivisor = (networkPower: bigint): bigint => larger(networkPower, BigInt(POWER_FLOOR))

/** DR a day, base units, for `power` out of `networkPower`, both in T; at most the emission. */
export const rewardPerDay = ({
  emissionPerDay,
  power,
  networkPower,
}: {
  readonly emissionPerDay: bigint
  readonly power: bigint
  readonly networkPower: bigint
}): bigint => {
  if (power <= 0n || networkPower <= 0n) return 0n
  const divisor = powerDivisor(networkPower)
  return power >= divisor ? emissionPerDay : mulDivDown(emissionPerDay, power, divisor)
}

/** Days until the schedule's next halving, from its present rate and the released amount. */
export const daysUntilHalving = ({
  perDay,
  released,
}: {
  readonly perDay: bigint
  readonly released: bigint
}): number => {
  const days = BigInt(EMISSION_HALVING_DAYS)
  let rate = EMISSION_FIRST_PER_DAY
  let end = EMISSION_FIRST_PER_DAY * days
  while (rate > perDay && rate > 1n) {
    rate /= 2n
    end += rate * days
  }
  return perDay <= 0n || end <= released ? 0 : Number((end - released) / perDay)
}

/** Next halving of the schedule after `now`, counted back from its end; all in Unix seconds. */
export const nextHalving = (end: number, now: number): number => {
  const era = EMISSION_HALVING_DAYS * DAY_SECONDS
  return end - Math.max(0, Math.ceil((end - now) / era) - 1) * era
}

/** Network and prices of one reading. */
export interface MiningMarket {
  /** Producing power of all users, and the reader's part of it, in T. */
  readonly networkPower: number
  readonly ownPower: number
  /** DR, base units. */
  readonly emissionPerDay: bigint
  /** USDT for one token, 18 decimals: an average. Null: no price now, and thus no value in USD. */
  readonly drPrice: bigint | null
  readonly drgvPrice: bigint | null
}

export interface MachineSet {
  /** Total power of the machines, in T. */
  readonly power: number
  readonly machineCount: number
  /** Already producing: `networkPower` and `ownPower` include them. */
  readonly producing: boolean
}

export interface MachineEarnings {
  /** DR a day that these machines mine, base units. */
  readonly perDay: bigint
  /** USD with 18 decimals; null if none may be given (`usdPerDay`). */
  readonly perDayUsd: bigint | null
  /**
   * Growth of the owner's DR a day when they start: less than `perDay`, since the owner's other machines
   * then get a smaller share. For producing machines, the amount they mine.
   */
  readonly addsPerDay: bigint
  /** Power of these machines, of all the owner's, and of the network, each including them, in T. */
  readonly power: bigint
  readonly ownPower: bigint
  readonly networkPower: bigint
  /** The owner's share of the emission is so large that no value in USD is given. */
  readonly smallNetwork: boolean
  /** DRGV for 30 days of electricity, base units, and its value in USD, rounded up. */
  readonly electricity: bigint
  readonly electricityUsd: bigint | null
}

/** Daily earnings of machines at today's network power, once they produce. */
export const machineEarnings = (market: MiningMarket, machines: MachineSet): MachineEarnings => {
  const { emissionPerDay, drPrice, drgvPrice } = market
  const power = BigInt(machines.power)
  // The network may be read slightly earlier, and lack power that already produces: the share is at most
  // the whole.
  const ownBefore = machines.producing ? larger(BigInt(market.ownPower), power) : BigInt(market.ownPower)
  const before = larger(BigInt(market.networkPower), ownBefore)
  const ownPower = machines.producing ? ownBefore : ownBefore + power
  const networkPower = machines.producing ? before : before + power
  const perDay = rewardPerDay({ emissionPerDay, power, networkPower })
  const own = rewardPerDay({ emissionPerDay, power: ownPower, networkPower })
  const ownToday = rewardPerDay({ emissionPerDay, power: ownBefore, networkPower: before })
  const electricity = electricityFee({ machines: machines.machineCount, periods: 1 })
  return {
    perDay,
    perDayUsd: usdPerDay({ perDay, drPrice, ownPower, networkPower }),
    addsPerDay: machines.producing ? perDay : own - ownToday,
    power,
    ownPower,
    networkPower,
    smallNetwork: isSmallNetwork({ ownPower, networkPower }),
    electricity,
    electricityUsd: drgvPrice === null ? null : mulDivUp(electricity, drgvPrice, WAD),
  }
}

/** Whether selling the owner's share of the emission would lower DR's price. */
const isSmallNetwork = ({
  ownPower,
  networkPower,
}: {
  readonly ownPower: bigint
  readonly networkPower: bigint
}): boolean => ownPower * BPS > powerDivisor(networkPower) * SMALL_NETWORK_SHARE_BPS

/**
 * USD a day for an owner's DR a day, 18 decimals, rounded down. Null without a price, and for a share so
 * large that selling it would lower the price: such a value could not be realised.
 */
export const usdPerDay = ({
  perDay,
  drPrice,
  ...share
}: {
  readonly perDay: bigint
  readonly drPrice: bigint | null
  /** All the owner's producing power, and the network's, in T. */
  readonly ownPower: bigint
  readonly networkPower: bigint
}): bigint | null => (isSmallNetwork(share) ? null : worthOf(perDay, drPrice))

/** USD with 18 decimals, rounded down; null without a price, since unknown is not 0. */
export const worthOf = (amount: bigint, price: bigint | null): bigint | null =>
  price === null ? null : mulDivDown(amount, price, WAD)
