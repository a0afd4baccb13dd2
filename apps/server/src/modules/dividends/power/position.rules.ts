/**
 * One holder's POD power: pledged (as shares of the pool), waiting for the next week, and unpledged, with
 * accrued dividends. Settled lazily, stepping only through the holder's own changes and the ends of
 * generations: O(1) amortised. The result does not depend on when it is settled. Pure; docs/product.md 7, ADR
 * 0011.
 */
import { AppError } from '../../../platform/app-error.ts'
import { ceilDiv, minBigInt } from '../../../platform/integers.ts'
import { NO_PAYOUT, type Payout } from '../../weeks/index.ts'
import {
  type ClosePoint,
  FINE,
  fineIn,
  NEW_INDEX,
  type PledgePool,
  type PowerIndex,
  SCALE,
  sharesFor,
  unitsIn,
} from './scaled-power.rules.ts'

export interface PowerPosition {
  /** First week that is not settled yet. */
  readonly week: bigint
  readonly generation: bigint
  /** Effective shares, including those that leave at the week's end. */
  readonly shares: bigint
  /** Index up to which `accrued` is computed. */
  readonly index: PowerIndex
  /** Dividends not collected yet, base units × SCALE. */
  readonly accrued: Payout
  /** Fine power that is not pledged. */
  readonly unpledged: bigint
}

export const newPowerPosition: PowerPosition = {
  week: 0n,
  generation: 0n,
  shares: 0n,
  index: NEW_INDEX,
  accrued: NO_PAYOUT,
  unpledged: 0n,
}

/**
 * Power of a holder that joins and leaves at the end of `week`: one for each holder and week, summed over
 * holders at its close.
 */
export interface PledgeChange {
  readonly week: bigint
  /** Fine power. */
  readonly joining: bigint
  /** Shares. */
  readonly leaving: bigint
}

export const noChange = (week: bigint): PledgeChange => ({ week, joining: 0n, leaving: 0n })

/** A position with its change of the open week. */
export interface PowerState {
  readonly position: PowerPosition
  readonly change: PledgeChange
}

const accrue = (position: PowerPosition, index: PowerIndex): PowerPosition => ({
  ...position,
  index,
  accrued: {
    USDT: position.accrued.USDT + position.shares * (index.paid.USDT - position.index.paid.USDT),
    DR: position.accrued.DR + position.shares * (index.paid.DR - position.index.paid.DR),
  },
})

/** Moves a holder without shares to the current generation. */
const enter = (position: PowerPosition, generation: bigint, index: PowerIndex): PowerPosition => {
  if (position.generation === generation) return position
  if (position.shares !== 0n) throw new RangeError(`the end of generation ${position.generation} is missing`)
  return { ...position, generation, index }
}

/** Follows the steps, order and rounding of the pool's `endWeek`. */
const passWeek = (
  before: PowerPosition,
  point: ClosePoint,
  change: PledgeChange | undefined,
): PowerPosition => {
  const position = accrue(enter(before, point.generation, point.index), point.index)
  const leaving = change?.leaving ?? 0n
  const staying = position.shares - leaving
  if (staying < 0n) throw new RangeError(`more shares leave in week ${point.week} than the holder has`)
  const index = point.endsGeneration ? NEW_INDEX : point.index
  const shares = point.endsGeneration ? fineIn(staying, point.index) : staying
  return {
    ...position,
    week: point.week + 1n,
    generation: point.endsGeneration ? point.generation + 1n : point.generation,
    index,
    unpledged: position.unpledged + fineIn(leaving, point.index),
    shares: shares + sharesFor(change?.joining ?? 0n, index),
  }
}

/**
 * Settles a position to the pool. `points`: of the weeks in which the holder changed something, and of every
 * end of a generation since the position's, in order of time; further ones do not matter. `changes`: the
 * holder's, of closed weeks. Weeks that the position has already passed are skipped.
 */
export const settlePower = (
  position: PowerPosition,
  input: {
    readonly pool: PledgePool
    readonly points: readonly ClosePoint[]
    readonly changes: readonly PledgeChange[]
  },
): PowerPosition => {
  const ahead = (one: { readonly week: bigint }) => one.week >= position.week
  const changes = new Map(input.changes.filter(ahead).map((change) => [change.week, change]))
  let state = position
  for (const point of input.points.filter(ahead)) {
    state = passWeek(state, point, changes.get(point.week))
    changes.delete(point.week)
  }
  const [missing] = changes.keys()
  if (missing !== undefined) throw new RangeError(`the close of week ${missing} is missing`)
  const { week, generation, index } = input.pool
  return { ...accrue(enter(state, generation, index), index), week }
}

/** Takes the whole base units of dividends out of a settled position; the fractions remain. */
export const collectDividends = (
  position: PowerPosition,
): { readonly position: PowerPosition; readonly amount: Payout } => {
  const { USDT, DR } = position.accrued
  return {
    amount: { USDT: USDT / SCALE, DR: DR / SCALE },
    position: { ...position, accrued: { USDT: USDT % SCALE, DR: DR % SCALE } },
  }
}

/** A holder's amounts, in base units of POD power, each rounded down. */
export interface PowerView {
  /** Earns this week's dividends. */
  readonly pledged: bigint
  /** The part of `pledged` that leaves at the week's end. */
  readonly leaving: bigint
  /**
   * The part of `pledged` that stays, and may be unpledged. With `leaving` it may be a base unit short of
   * `pledged`.
   */
  readonly staying: bigint
  /** Earns dividends from next Monday. */
  readonly joining: bigint
  readonly unpledged: bigint
  /** Total of pledged, joining and unpledged power. */
  readonly left: bigint
}

/** Requires `position` settled to `pool`. */
export const viewPower = (pool: PledgePool, { position, change }: PowerState): PowerView => ({
  pledged: unitsIn(position.shares, pool.index),
  leaving: unitsIn(change.leaving, pool.index),
  staying: unitsIn(position.shares - change.leaving, pool.index),
  joining: change.joining / FINE,
  unpledged: position.unpledged / FINE,
  left: (fineIn(position.shares, pool.index) + change.joining + position.unpledged) / FINE,
})

const requireOpenWeek = (pool: PledgePool, { change }: PowerState): void => {
  if (change.week !== pool.week) throw new RangeError(`week ${pool.week} must be closed first`)
}

const refuse = (requested: bigint, available: bigint): never => {
  throw new AppError('POD_POWER_TOO_LOW', {
    details: { asked: requested.toString(), available: available.toString() },
  })
}

/**
 * Pledges `units` (base units) from next Monday: first power that was to leave at the week's end, then
 * unpledged power. Throws 20005 for more than both. `position` must be settled to `pool`, and every week
 * before `change.week` closed.
 */
export const pledgePower = (pool: PledgePool, state: PowerState, units: bigint): PowerState => {
  requireOpenWeek(pool, state)
  const { position, change } = state
  const { leaving, unpledged } = viewPower(pool, state)
  if (units > leaving + unpledged) return refuse(units, leaving + unpledged)
  const stays = minBigInt(units, leaving)
  const staying = stays === leaving ? change.leaving : (stays * SCALE) / pool.index.left
  const fine = (units - stays) * FINE
  return {
    position: { ...position, unpledged: position.unpledged - fine },
    change: { ...change, leaving: change.leaving - staying, joining: change.joining + fine },
  }
}

/**
 * Unpledges `units` (base units): first, at once, power that was to join next Monday; the rest at the week's
 * end, until when it still earns dividends and is consumed by them. Throws 20005 for more than both.
 * Otherwise as `pledgePower`.
 */
export const unpledgePower = (pool: PledgePool, state: PowerState, units: bigint): PowerState => {
  requireOpenWeek(pool, state)
  const { position, change } = state
  const { joining, staying } = viewPower(pool, state)
  if (units > joining + staying) return refuse(units, joining + staying)
  const back = minBigInt(units, joining)
  const backFine = back === joining ? change.joining : back * FINE
  const rest = units - back
  const leaving = rest === staying ? position.shares - change.leaving : ceilDiv(rest * SCALE, pool.index.left)
  return {
    position: { ...position, unpledged: position.unpledged + backFine },
    change: { ...change, joining: change.joining - backFine, leaving: change.leaving + leaving },
  }
}
