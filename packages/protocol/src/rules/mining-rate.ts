/**
 * Daily earnings of producing power and their worth (docs/product.md 6): one rule for the server's
 * figures and for every figure of the app, so that no two of them differ for the same machine. Estimates at
 * today's network power, rounded down; costs are rounded up.
 */
import { mulDivDown, mulDivUp, WAD } from '../amounts.ts'
import { BPS, DAY_SECONDS, EMISSION_FIRST_PER_DAY, EMISSION_HALVING_DAYS, POWER_FLOOR } from '../constants.ts'
import { electricityFee } from './machine-cost.ts'

/**
 * Above this share of the emission no value in USD is named: selling that much DR moves its price.
 */
const SMALL_NETWORK_SHARE_BPS = 1_000n

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * T by which the emission is divided: each T earns emission / max(network power, power floor). What the power
 * that is missing to the floor does not earn is owed to no account.
 */
export const powerDivisor = (networkPower: bigint): bigint => larger(networkPower, BigInt(POWER_FLOOR))

/**
 * DR a day, base units, for `power` out of `networkPower`, both in T; never more than the emission.
 */
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

/** Days until the fixed schedule's next halving, from its present rate and what it has released so far. */
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

/** The fixed schedule's next halving after `now`, from its end: both and the answer in Unix seconds. */
export const nextHalving = (end: number, now: number): number => {
  const era = EMISSION_HALVING_DAYS * DAY_SECONDS
  return end - Math.max(0, Math.ceil((end - now) / era) - 1) * era
}

/** The network as it was read together, and today's prices. */
export interface MiningMarket {
  /** Producing power of everyone, and the reader's own part of it, in T. */
  readonly networkPower: number
  readonly ownPower: number
  /** DR, base units. */
  readonly emissionPerDay: bigint
  /**
   * USDT for one token, 18 decimals: an average. Null: there is no price now, and no value in USD.
   */
  readonly drPrice: bigint | null
  readonly drgvPrice: bigint | null
}

export interface MachineSet {
  /** Of all of them together, in T. */
  readonly power: number
  readonly machineCount: number
  /** They produce already: `networkPower` and `ownPower` count them. */
  readonly producing: boolean
}

export interface MachineEarnings {
  /** DR a day that these machines mine, base units. */
  readonly perDay: bigint
  /** USD with 18 decimals; null where none may be named (`usdPerDay`). */
  readonly perDayUsd: bigint | null
  /**
   * By how much the owner's DR a day grows when they start: less than `perDay` for an owner whose other
   * machines then get a smaller share. Of machines that produce already, what they mine.
   */
  readonly addsPerDay: bigint
  /** Power of these machines, of all the owner's, and of the network, these included, in T. */
  readonly power: bigint
  readonly ownPower: bigint
  readonly networkPower: bigint
  /** The owner's share of the emission is so large that no value in USD is named. */
  readonly smallNetwork: boolean
  /** DRGV for 30 days of electricity, base units, and its value in USD, rounded up. */
  readonly electricity: bigint
  readonly electricityUsd: bigint | null
}

/** What machines earn a day at today's network power, once they produce. */
export const machineEarnings = (market: MiningMarket, machines: MachineSet): MachineEarnings => {
  const { emissionPerDay, drPrice, drgvPrice } = market
  const power = BigInt(machines.power)
  // Read a moment apart, the network may not yet count what produces already: a share is never above the
  // whole.
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

/** Whether the owner earns so much of the emission that selling it would lower DR's price. */
const isSmallNetwork = ({
  ownPower,
  networkPower,
}: {
  readonly ownPower: bigint
  readonly networkPower: bigint
}): boolean => ownPower * BPS > powerDivisor(networkPower) * SMALL_NETWORK_SHARE_BPS

/**
 * USD a day that an owner is shown for DR a day, 18 decimals, rounded down: everywhere the same. Null without
 * a price, and where selling so large a share of what is mined would lower the price: a value in USD would be
 * a promise that cannot be kept.
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

/** USD with 18 decimals, rounded down; null without a price: an unknown value is not 0. */
export const worthOf = (amount: bigint, price: bigint | null): bigint | null =>
  price === null ? null : mulDivDown(amount, price, WAD)
