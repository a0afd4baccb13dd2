/**
 * The division of emission among producing power (docs/product.md 6). Pure. `acc` is the DR that each T of
 * power has earned since the beginning, scaled by `ACC_SCALE`: one part in `powerDivisor` of the emission.
 * The emission for power that is missing to the floor is `undistributed`.
 * The pool is folded forward to the `until` of each final release, through every moment at which power joined
 * or left, so accrued amounts are always funded. A user's position is settled lazily, stepping only through
 * that user's own changes: O(1) amortised, whatever the number of users and machines. The sum is exact: Σ
 * users' `accrued` + `undistributed` + `carry` = everything released × ACC_SCALE.
 */
import { powerDivisor } from '@dr/protocol/rules/mining-rate'
import { DAY_SECONDS } from '../../../platform/durations.ts'

export const ACC_SCALE = 10n ** 27n

export interface Pool {
  /** Unix seconds up to which it is folded, including all changes strictly before. */
  readonly time: bigint
  /** Producing power in T, before the changes at `time`. */
  readonly power: bigint
  /** Scaled base units for each T. */
  readonly acc: bigint
  /**
   * Remainder of the division since the power last changed, in scaled base units: not distributed yet, less
   * than the divisor.
   */
  readonly carry: bigint
  /**
   * Scaled base units that are permanently owed to no account: emission for power that was missing to the
   * floor (all of it while no machine mined), and remainders of divisions.
   */
  readonly undistributed: bigint
}

/** Power that joins (> 0) or leaves (< 0) at `at` (Unix seconds); one for each moment. */
export interface PowerChange {
  readonly at: bigint
  readonly delta: bigint
}

/** The accumulator at the time of a change, or at midnight UTC (for daily series). */
export interface AccPoint {
  readonly at: bigint
  readonly acc: bigint
}

export const newPool = (startTime: bigint): Pool => ({
  time: startTime,
  power: 0n,
  acc: 0n,
  carry: 0n,
  undistributed: 0n,
})

/**
 * The pool at `to`, with no change of power in between. `emitted`: base units emitted from `pool.time` to
 * `to`.
 */
const emit = (pool: Pool, to: bigint, emitted: bigint): Pool => {
  const scaled = emitted * ACC_SCALE
  if (pool.power === 0n) return { ...pool, time: to, undistributed: pool.undistributed + scaled }
  const sum = scaled + pool.carry
  const divisor = powerDivisor(pool.power)
  const perT = sum / divisor
  return {
    ...pool,
    time: to,
    acc: pool.acc + perT,
    carry: sum % divisor,
    undistributed: pool.undistributed + perT * (divisor - pool.power),
  }
}

/** Changes the power. The remainder of the division by the former power becomes undistributed. */
const changePower = (pool: Pool, delta: bigint): Pool => {
  if (delta === 0n) return pool
  const power = pool.power + delta
  if (power < 0n) throw new RangeError(`power of the pool below zero at ${pool.time}`)
  return { ...pool, power, carry: 0n, undistributed: pool.undistributed + pool.carry }
}

const midnightsIn = (from: bigint, before: bigint): bigint[] => {
  const midnights: bigint[] = []
  const first = ((from + DAY_SECONDS - 1n) / DAY_SECONDS) * DAY_SECONDS
  for (let at = first; at < before; at += DAY_SECONDS) midnights.push(at)
  return midnights
}

/**
 * The power changes of `[pool.time, until)` and its midnights, in order of time, one entry for each moment.
 */
const moments = (pool: Pool, until: bigint, changes: readonly PowerChange[]): PowerChange[] => {
  const deltas = new Map<bigint, bigint>(midnightsIn(pool.time, until).map((at) => [at, 0n]))
  for (const { at, delta } of changes) {
    if (at < pool.time || at >= until) throw new RangeError(`power change at ${at} is outside the fold`)
    deltas.set(at, (deltas.get(at) ?? 0n) + delta)
  }
  return [...deltas].map(([at, delta]) => ({ at, delta })).sort((a, b) => (a.at < b.at ? -1 : 1))
}

/**
 * Folds the pool to `until` (a release's), through `changes` with `pool.time ≤ at < until`. Changes at
 * `until` itself wait for the next fold: their events may still arrive, and they do not share in earlier
 * emission. The result does not depend on how the time up to `until` is divided into folds.
 */
export const foldPool = (
  pool: Pool,
  input: {
    readonly until: bigint
    readonly changes: readonly PowerChange[]
    /** Base units emitted from the start until a moment. */
    readonly emittedAt: (timestamp: bigint) => bigint
  },
): { readonly pool: Pool; readonly points: readonly AccPoint[] } => {
  let state = pool
  const points: AccPoint[] = []
  const advance = (to: bigint) => {
    state = emit(state, to, input.emittedAt(to) - input.emittedAt(state.time))
  }
  for (const { at, delta } of moments(pool, input.until, input.changes)) {
    advance(at)
    points.push({ at, acc: state.acc })
    state = changePower(state, delta)
  }
  if (input.until > state.time) advance(input.until)
  return { pool: state, points }
}

/** Whole base units released until the pool's time that are owed to no account. */
export const undistributedOf = (pool: Pool): bigint => pool.undistributed / ACC_SCALE

export interface Position {
  /** Unix seconds; all own changes strictly before it are included in `power` and `accrued`. */
  readonly settledTo: bigint
  /** Producing power in T. */
  readonly power: bigint
  /** The accumulator at `settledTo`. */
  readonly acc: bigint
  /** Scaled base units accrued and not collected. */
  readonly accrued: bigint
}

export const newPosition: Position = { settledTo: 0n, power: 0n, acc: 0n, accrued: 0n }

/** An own change of power, with the accumulator at its moment. */
export interface FoldedChange extends PowerChange {
  readonly acc: bigint
}

const accrue = (position: Position, acc: bigint): bigint =>
  position.accrued + position.power * (acc - position.acc)

/**
 * Settles a position to the pool's time. `changes`: the user's, `settledTo ≤ at < pool.time`, in order of
 * time.
 */
export const settlePosition = (
  position: Position,
  input: { readonly time: bigint; readonly acc: bigint; readonly changes: readonly FoldedChange[] },
): Position => {
  let state = position
  for (const { delta, acc } of input.changes) {
    state = { ...state, accrued: accrue(state, acc), acc, power: state.power + delta }
  }
  if (state.power < 0n) throw new RangeError('power of a position below zero')
  return { settledTo: input.time, power: state.power, acc: input.acc, accrued: accrue(state, input.acc) }
}

/** Takes the whole base units out of a position; the fraction remains. */
export const collectPosition = (
  position: Position,
): { readonly position: Position; readonly amount: bigint } => ({
  amount: position.accrued / ACC_SCALE,
  position: { ...position, accrued: position.accrued % ACC_SCALE },
})
