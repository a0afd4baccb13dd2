/**
 * A holder's part in one closed week, as published and as anyone can recompute it from the chain's events
 * (ADR 0012). Pure; POD power in base units by default.
 */

import type { LowerHex } from '../../../platform/hex.ts'
import type { Payout } from '../../weeks/index.ts'
import {
  newPowerPosition,
  noChange,
  type PledgeChange,
  type PowerPosition,
  settlePower,
} from './position.rules.ts'
import {
  type ClosePoint,
  NEW_INDEX,
  type PledgePool,
  type PowerIndex,
  SCALE,
  unitsIn,
} from './scaled-power.rules.ts'

/** A week's change; `bought` (base units): purchases of the week, apart from requested pledges. */
export interface HolderChange extends PledgeChange {
  readonly bought: bigint
}

export interface HolderWeek {
  readonly account: LowerHex
  /** Shares of the pool throughout the week. */
  readonly shares: bigint
  /** Value of `shares` in power, at the index before the week's payment. */
  readonly pledged: bigint
  readonly bought: bigint
  /** Fine power that joins at the week's end: bought, plus pledged, minus taken back by request. */
  readonly joining: bigint
  /** Shares that leave at the week's end. */
  readonly leaving: bigint
  /** Base units that the week's dividends add to the total credited. */
  readonly dividends: Payout
  /** Whole base units of dividends since the first purchase, including this week. */
  readonly total: Payout
  /** Power still pledged after the week. */
  readonly left: bigint
}

/** The pool at the beginning of `week`, after the previous close. A holder needs only its index. */
const poolAt = (week: bigint, before: ClosePoint | undefined): PledgePool => {
  if (!before) return { week, generation: 0n, index: NEW_INDEX, shares: 0n }
  const { generation, index, endsGeneration } = before
  return endsGeneration
    ? { week, generation: generation + 1n, index: NEW_INDEX, shares: 0n }
    : { week, generation, index, shares: 0n }
}

/** A position without withdrawals: `accrued` is the total of its dividends. */
export const newHolderState: PowerPosition = newPowerPosition

const indexBefore = (week: bigint, points: readonly ClosePoint[]): PledgePool =>
  poolAt(
    week,
    points.findLast((point) => point.week < week),
  )

/** Settles a holder to the beginning of week `to`. `points`: of every closed week before it, in order. */
export const passWeeks = (
  state: PowerPosition,
  {
    points,
    changes,
    to,
  }: {
    readonly points: readonly ClosePoint[]
    readonly changes: readonly HolderChange[]
    readonly to: bigint
  },
): PowerPosition => {
  const weeks = new Set(changes.map(({ week }) => week))
  return settlePower(state, {
    pool: indexBefore(to, points),
    points: points.filter(({ week, endsGeneration }) => week < to && (endsGeneration || weeks.has(week))),
    changes: changes.filter(({ week }) => week < to),
  })
}

const wholeOf = ({ USDT, DR }: Payout): Payout => ({ USDT: USDT / SCALE, DR: DR / SCALE })

/**
 * A holder's part in `week`, from their state at its beginning; null if there is none. `points` must include
 * `week`'s own.
 */
export const holderWeekOf = (
  state: PowerPosition,
  input: {
    readonly account: LowerHex
    readonly week: bigint
    readonly points: readonly ClosePoint[]
    readonly change: HolderChange | undefined
  },
): HolderWeek | null => {
  const { account, week, points } = input
  const change: HolderChange = input.change ?? { ...noChange(week), bought: 0n }
  const { bought, joining, leaving } = change
  if (state.shares === 0n && bought === 0n && joining === 0n && leaving === 0n) return null
  const after = passWeek(state, { points, change })
  const before = wholeOf(state.accrued)
  const total = wholeOf(after.accrued)
  return {
    account,
    shares: state.shares,
    bought,
    joining,
    leaving,
    total,
    pledged: unitsIn(state.shares, indexBefore(week, points).index),
    dividends: { USDT: total.USDT - before.USDT, DR: total.DR - before.DR },
    left: unitsIn(after.shares, indexAfter(week, points)),
  }
}

const indexAfter = (week: bigint, points: readonly ClosePoint[]): PowerIndex =>
  indexBefore(week + 1n, points).index

/** Settles a holder from the beginning of `change.week` to its end. */
export const passWeek = (
  state: PowerPosition,
  { points, change }: { readonly points: readonly ClosePoint[]; readonly change: HolderChange },
): PowerPosition => passWeeks(state, { points, changes: [change], to: change.week + 1n })
