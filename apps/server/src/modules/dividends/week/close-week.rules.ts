/**
 * The weekly close of the dividend pool (docs/product.md 4 and 7): 7/8 to pledged POD power, 1/8 to the
 * growth prize. Pure, and O(1) in the number of holders: one index step, at most twenty prizes. Base units;
 * `carry` is the pool's own money that no week has paid yet.
 * A dollar paid as a dividend consumes a unit of power; a dollar of DR is 1/price DR. A week pays at most a
 * fifth of the remaining pledged power, USDT before DR. Unpaid amounts, roundings included, remain in the
 * pool.
 */

import { WAD } from '@dr/protocol/amounts'
import { BPS } from '@dr/protocol/constants'
import { minBigInt } from '../../../platform/integers.ts'
import { addPayouts, type Payout, subtractPayouts } from '../../weeks/index.ts'
import {
  type ClosePoint,
  endWeek,
  type PledgePool,
  payPledged,
  pledgedLeft,
} from '../power/scaled-power.rules.ts'
import { type Growth, type GrowthConfig, rankGrowth, sharePrize } from './growth.rules.ts'

export interface DividendConfig extends GrowthConfig {
  /** The pool's part for pledged power, in 1/10,000. */
  readonly dividendBps: bigint
  /** The pool's part for the growth prize, in 1/10,000. */
  readonly prizeBps: bigint
  /** Maximum share of the remaining pledged power that a week may pay, in 1/10,000. */
  readonly weekCapBps: bigint
  /** Index below which a new generation of shares begins. */
  readonly generationFloor: bigint
  /** POD power of a purchase for each dollar, in 1/10,000, from which a week's purchases are computed. */
  readonly powerBps: bigint
}

export interface DividendState {
  readonly pledges: PledgePool
  readonly carry: Payout
}

export interface WeekInput {
  /** Must be the pool's next week. */
  readonly week: bigint
  /** Income of the pool within the week. */
  readonly income: Payout
  /** USDT for one DR, 18 decimals, at the week's end; null: no price, so DR is carried over. */
  readonly drPrice: bigint | null
  /** Sums over all holders of shares unpledged, and of fine power pledged, within the week. */
  readonly leaving: bigint
  readonly joining: bigint
  readonly growth: readonly Growth[]
}

export interface Prize {
  readonly userId: number
  readonly rank: number
  readonly bought: bigint
  readonly amount: Payout
}

/** The published result of a week. available = dividends + Σ prizes + carried, for each token. */
export interface WeekResult {
  readonly week: bigint
  readonly available: Payout
  /** Pledged power left before the close. */
  readonly pledged: bigint
  readonly dividends: Payout
  readonly prizes: readonly Prize[]
  readonly carried: Payout
  readonly drPrice: bigint | null
}

const part = (amount: bigint, bps: bigint): bigint => (amount * bps) / BPS
const usdOf = (dr: bigint, price: bigint): bigint => (dr * price) / WAD

const weekValue = (config: DividendConfig, available: Payout, input: WeekInput, pledged: bigint) => {
  const cap = part(pledged, config.weekCapBps)
  const drPrice = input.drPrice ?? 0n
  const USDT = minBigInt(part(available.USDT, config.dividendBps), cap)
  const DR = minBigInt(usdOf(part(available.DR, config.dividendBps), drPrice), cap - USDT)
  return { USDT, DR, drPrice }
}

/** Prizes, paid in USDT first, then in DR by value, under one cap for both. */
const prizesOf = (config: DividendConfig, available: Payout, input: WeekInput): readonly Prize[] => {
  const winners = rankGrowth(input.growth, config)
  const drPrice = input.drPrice ?? 0n
  const { winnerCapBps } = config
  const inUsdt = sharePrize(winners, { prize: part(available.USDT, config.prizeBps), winnerCapBps })
  const drPrize = usdOf(part(available.DR, config.prizeBps), drPrice)
  const inDr = sharePrize(winners, { prize: drPrize, winnerCapBps })
  return winners.map(({ userId, rank, bought }, at) => {
    const USDT = inUsdt[at]?.value ?? 0n
    const drValue = minBigInt(inDr[at]?.value ?? 0n, part(bought, winnerCapBps) - USDT)
    return { userId, rank, bought, amount: { USDT, DR: drValue === 0n ? 0n : (drValue * WAD) / drPrice } }
  })
}

/** Closes one week. The next state's `carry` and all payments add up exactly to `carry + income`. */
export const closeWeek = (
  config: DividendConfig,
  state: DividendState,
  input: WeekInput,
): { readonly state: DividendState; readonly point: ClosePoint; readonly result: WeekResult } => {
  const { pledges } = state
  if (input.week !== pledges.week) throw new RangeError(`week ${pledges.week} is to be closed next`)
  const available = addPayouts(state.carry, input.income)
  const pledged = pledgedLeft(pledges)
  const { index, paid } = payPledged(pledges, weekValue(config, available, input, pledged))
  const prizes = prizesOf(config, available, input)
  const carried = subtractPayouts(available, paid, ...prizes.map(({ amount }) => amount))
  const { leaving, joining } = input
  const next = endWeek(pledges, { index, leaving, joining, generationFloor: config.generationFloor })
  return {
    state: { pledges: next.pool, carry: carried },
    point: next.point,
    result: {
      week: input.week,
      available,
      pledged,
      dividends: paid,
      prizes,
      carried,
      drPrice: input.drPrice,
    },
  }
}
