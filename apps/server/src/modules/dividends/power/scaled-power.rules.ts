/**
 * Pledged POD power as scaled balances: a week closes in O(1), whatever the number of holders
 * (docs/product.md 7, ADR 0011). Pure.
 * A holder owns `shares`; the pool has one index for all: `left`, the remaining power of a share, and `paid`,
 * the payment for a share in each token since its generation began. Paying a dollar consumes a unit: `left`
 * falls by the value by which `paid` rises. A share of value 1 base unit at `left = INDEX_ONE` is `FINE`.
 * Σ holders' shares ≤ the pool's shares: both round down, the pool once for all. So holders are never owed
 * more than was set aside for them.
 */

import { WAD } from '@dr/protocol/amounts'
import { ceilDiv } from '../../../platform/integers.ts'
import { NO_PAYOUT, type Payout } from '../../weeks/index.ts'

/** Parts of a base unit while power is outside the pool: joining and leaving lose no fractions. */
export const FINE = 10n ** 18n
/** `left` at the beginning of a generation. */
export const INDEX_ONE = 10n ** 36n
/** shares × index ÷ SCALE = base units. */
export const SCALE = FINE * INDEX_ONE
/** A new generation begins once `left` is below 1e-9. */
export const GENERATION_FLOOR = INDEX_ONE / 10n ** 9n

export interface PowerIndex {
  readonly left: bigint
  /** Payment for each share since the generation began, base units × SCALE. */
  readonly paid: Payout
}

export const NEW_INDEX: PowerIndex = { left: INDEX_ONE, paid: NO_PAYOUT }

export interface PledgePool {
  /** The first week that is not closed. */
  readonly week: bigint
  readonly generation: bigint
  readonly index: PowerIndex
  /** Shares of all holders, effective throughout `week`. */
  readonly shares: bigint
}

export const newPledgePool = (week: bigint): PledgePool => ({
  week,
  generation: 0n,
  index: NEW_INDEX,
  shares: 0n,
})

/** The immutable record of a closed week, from which a holder's position can be settled later. */
export interface ClosePoint {
  readonly week: bigint
  /** The generation in which the week closed. */
  readonly generation: bigint
  /** After the week's payment, before a new generation. */
  readonly index: PowerIndex
  /** True if the remaining power begins the next generation, at `INDEX_ONE`. */
  readonly endsGeneration: boolean
}

/** Base units of power in `shares`, rounded down. */
export const unitsIn = (shares: bigint, index: PowerIndex): bigint => (shares * index.left) / SCALE

/** Base units of remaining pledged power, of all holders together. */
export const pledgedLeft = (pool: PledgePool): bigint => unitsIn(pool.shares, pool.index)

/** Shares that `fine` power becomes when it joins, rounded down. */
export const sharesFor = (fine: bigint, index: PowerIndex): bigint => (fine * INDEX_ONE) / index.left

/** Fine power of `shares` when they leave, rounded down. */
export const fineIn = (shares: bigint, index: PowerIndex): bigint => (shares * index.left) / INDEX_ONE

/** Payment of a week, in USD base units of value: together at most `pledgedLeft(pool)`. */
export interface WeekValue {
  readonly USDT: bigint
  readonly DR: bigint
  /** USDT for one DR, 18 decimals; > 0 where DR is paid. */
  readonly drPrice: bigint
}

/**
 * Pays a week's dividends. Returns the new index, and the base units that leave the pool for it: at most the
 * given amounts; the difference, less than the pool's shares ÷ SCALE + 1, remains with the payer.
 */
export const payPledged = (
  pool: PledgePool,
  value: WeekValue,
): { readonly index: PowerIndex; readonly paid: Payout } => {
  const { shares, index } = pool
  if (value.USDT + value.DR > pledgedLeft(pool)) throw new RangeError('a week pays more than the power left')
  if (shares === 0n) return { index, paid: NO_PAYOUT }
  const usdtStep = (value.USDT * SCALE) / shares
  const drValueStep = (value.DR * SCALE) / shares
  const drStep = drValueStep === 0n ? 0n : (drValueStep * WAD) / value.drPrice
  return {
    index: {
      left: index.left - usdtStep - drValueStep,
      paid: { USDT: index.paid.USDT + usdtStep, DR: index.paid.DR + drStep },
    },
    paid: { USDT: ceilDiv(shares * usdtStep, SCALE), DR: ceilDiv(shares * drStep, SCALE) },
  }
}

/**
 * Ends the pool's week after its payment: unpledged shares leave, a new generation begins at exhaustion or
 * below `generationFloor`, and power pledged in the week joins.
 */
export const endWeek = (
  pool: PledgePool,
  input: {
    /** After the week's payment (`payPledged`). */
    readonly index: PowerIndex
    /** Shares that all holders unpledged in the week. */
    readonly leaving: bigint
    /** Fine power that all holders pledged in the week. */
    readonly joining: bigint
    readonly generationFloor: bigint
  },
): { readonly pool: PledgePool; readonly point: ClosePoint } => {
  const { week, generation } = pool
  const staying = pool.shares - input.leaving
  if (staying < 0n) throw new RangeError(`more shares leave in week ${week} than there are`)
  const exhausted = unitsIn(staying, input.index) === 0n && input.index.left !== INDEX_ONE
  const endsGeneration = exhausted || input.index.left < input.generationFloor
  const index = endsGeneration ? NEW_INDEX : input.index
  const shares = endsGeneration ? fineIn(staying, input.index) : staying
  return {
    pool: {
      week: week + 1n,
      generation: endsGeneration ? generation + 1n : generation,
      index,
      shares: shares + sharesFor(input.joining, index),
    },
    point: { week, generation, index: input.index, endsGeneration },
  }
}
