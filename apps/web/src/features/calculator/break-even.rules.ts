/**
 * When machines might have earned what they cost, by assumptions the user sees and changes. An estimate and
 * nothing else: bigints all the way, divisions cut, so that nothing is promised by rounding.
 */
import { WAD } from '@dr/protocol/amounts'
import { BPS, ELECTRICITY_PERIOD_DAYS } from '@dr/protocol/constants'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { emissionOnDay, rewardPerDay } from '@dr/protocol/rules/mining-rate'

export interface Assumptions {
  readonly machineCount: number
  /** Of one machine, in T. */
  readonly power: number
  /** USD for one machine, 18 decimals. */
  readonly price: bigint
  readonly lifeDays: number
  /** Electricity periods of 30 days that are paid, all at today's price of DRGV. */
  readonly periods: number
  /** Producing power today, in T: the reader's own, which stays, and everyone else's. */
  readonly ownPower: number
  readonly othersPower: number
  /** DR a day, base units, and the days until it halves. */
  readonly emissionPerDay: bigint
  readonly halvesInDays: number
  /** USDT for one, 18 decimals. */
  readonly drPrice: bigint
  readonly drgvPrice: bigint
  /**
   * Change of the others' power and of DR's price every 30 days, in basis points; the price's may be below 0.
   */
  readonly powerGrowthBps: number
  readonly priceChangeBps: number
}

export interface Estimate {
  /** Days of mining that are paid for and within the machines' life. */
  readonly days: number
  /** Machines and electricity, USD with 18 decimals. */
  readonly cost: bigint
  /**
   * DR, base units, that the owner mines more by these machines than without them, and what it would be worth
   * when mined, USD with 18 decimals.
   */
  readonly mined: bigint
  readonly value: bigint
  /** Null: not within those days, by these assumptions. */
  readonly breakEvenDay: number | null
}

const changed = (value: bigint, bps: number): bigint => (value * (BPS + BigInt(bps))) / BPS

export const estimateReturn = (input: Assumptions): Estimate => {
  const count = BigInt(input.machineCount)
  const electricity = electricityFee({ machines: input.machineCount, periods: input.periods })
  const cost = input.price * count + (electricity * input.drgvPrice) / WAD
  const days = Math.min(input.periods * ELECTRICITY_PERIOD_DAYS, input.lifeDays)
  // In millionths of a T: growth by basis points must not be lost on a small network.
  const partsPerT = 1_000_000n
  const addedPower = BigInt(input.power) * count * partsPerT
  const own = BigInt(input.ownPower) * partsPerT
  let others = BigInt(input.othersPower) * partsPerT
  let price = input.drPrice
  let mined = 0n
  let value = 0n
  let breakEvenDay: number | null = null
  for (let day = 0; day < days; day += 1) {
    if (day > 0 && day % ELECTRICITY_PERIOD_DAYS === 0) {
      others = changed(others, input.powerGrowthBps)
      price = changed(price, input.priceChangeBps)
    }
    const emissionPerDay = emissionOnDay(input, day)
    const before = rewardPerDay({ emissionPerDay, power: own, networkPower: own + others, partsPerT })
    const power = own + addedPower
    const today = rewardPerDay({ emissionPerDay, power, networkPower: power + others, partsPerT }) - before
    mined += today
    value += (today * price) / WAD
    if (breakEvenDay === null && value >= cost) breakEvenDay = day + 1
  }
  return { days, cost, mined, value, breakEvenDay }
}
