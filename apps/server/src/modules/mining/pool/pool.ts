/** The mining pool's row, the times at which power changes, and the users' positions. */
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import {
  type AccPoint,
  type FoldedChange,
  newPool,
  newPosition,
  type Pool,
  type Position,
  type PowerChange,
  settlePosition,
} from './accumulator.rules.ts'

/** The pool with the release it was folded to. */
export interface PoolState extends Pool {
  /** 0 before the first release. */
  readonly releaseId: bigint
  /** Base units released so far. */
  readonly released: bigint
}

/** The accumulator is missing for a moment that was folded. */
class MissingAccPointError extends FatalError {}

interface PoolRow {
  time: bigint
  release_id: bigint
  released: bigint
  power: bigint
  acc: bigint
  carry: bigint
  undistributed: bigint
}

/** The pool at the last final release; empty before the first. `startTime`: the emission's. */
export const readPool = async (reader: Reader, startTime: bigint): Promise<PoolState> => {
  const { rows } = await reader.query<PoolRow>({
    name: 'mining_pool_read',
    text: 'SELECT time, release_id, released, power, acc, carry, undistributed FROM mining_pool',
  })
  const row = rows[0]
  if (!row) return { ...newPool(startTime), releaseId: 0n, released: 0n }
  const { release_id: releaseId, ...pool } = row
  return { ...pool, releaseId }
}

/** Written only by the indexer. */
export const writePool = async (tx: Tx, pool: PoolState): Promise<void> => {
  await tx.query({
    name: 'mining_pool_write',
    text: `INSERT INTO mining_pool (time, release_id, released, power, acc, carry, undistributed)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (id) DO UPDATE SET time = excluded.time, release_id = excluded.release_id, released = excluded.released,
        power = excluded.power, acc = excluded.acc, carry = excluded.carry, undistributed = excluded.undistributed`,
    values: [pool.time, pool.releaseId, pool.released, pool.power, pool.acc, pool.carry, pool.undistributed],
  })
}

export const insertAccPoints = async (tx: Tx, points: readonly AccPoint[]): Promise<void> => {
  if (points.length === 0) return
  await tx.query({
    name: 'mining_acc_points_insert',
    text: 'INSERT INTO mining_acc_point (at, acc) SELECT * FROM unnest($1::bigint[], $2::numeric[])',
    values: [points.map(({ at }) => at), points.map(({ acc }) => acc)],
  })
}

/** All users' changes in `[from, before)`, one for each moment, in order of time. */
export const changesBetween = async (
  reader: Reader,
  { from, before }: { from: bigint; before: bigint },
): Promise<PowerChange[]> => {
  const { rows } = await reader.query<PowerChange>({
    name: 'mining_changes_between',
    text: 'SELECT at, delta FROM mining_power_moment WHERE at >= $1 AND at < $2 ORDER BY at',
    values: [from, before],
  })
  return rows
}

/**
 * Folded changes of many users, each from their own moment to `before`, with the accumulator, in order of
 * time.
 */
export const foldedChangesOfUsers = async (
  reader: Reader,
  { from, before }: { from: readonly { userId: UserId; at: bigint }[]; before: bigint },
): Promise<ReadonlyMap<UserId, FoldedChange[]>> => {
  const { rows } = await reader.query<{ user_id: bigint; at: bigint; delta: bigint; acc: bigint | null }>({
    name: 'mining_changes_of_users',
    text: `SELECT c.user_id, c.at, c.delta, p.acc FROM unnest($1::bigint[], $2::bigint[]) AS u (user_id, settled_to)
      JOIN mining_power_change c ON c.user_id = u.user_id AND c.at >= u.settled_to AND c.at < $3
      LEFT JOIN mining_acc_point p ON p.at = c.at ORDER BY c.user_id, c.at`,
    values: [from.map(({ userId }) => userId), from.map(({ at }) => at), before],
  })
  return Map.groupBy(
    rows.map(({ user_id, at, delta, acc }) => {
      if (acc === null) throw new MissingAccPointError(`no accumulator at ${at}`)
      return { userId: userIdOf(user_id), at, delta, acc }
    }),
    ({ userId }) => userId,
  )
}

/** Folded changes of one user in `[from, before)`. */
export const foldedChangesOf = async (
  reader: Reader,
  { userId, from, before }: { userId: UserId; from: bigint; before: bigint },
): Promise<FoldedChange[]> => {
  const changes = await foldedChangesOfUsers(reader, { from: [{ userId, at: from }], before })
  return changes.get(userId) ?? []
}

/** A user's collections so far. */
export interface CollectState {
  readonly collectCount: number
  /** Base units. */
  readonly collectedTotal: bigint
  /** Unix seconds of the chain. */
  readonly lastCollectedAt: bigint | null
}

interface PositionRow {
  settled_to: bigint
  power: bigint
  acc: bigint
  accrued: bigint
  collect_count: bigint | number
  collected_total: bigint
  last_collected_at: bigint | null
}

/** A user's position settled to the pool's time, in memory. */
export const readPosition = async (
  reader: Reader,
  { userId, pool }: { userId: UserId; pool: Pool },
): Promise<{ readonly position: Position; readonly collects: CollectState }> => {
  const { rows } = await reader.query<PositionRow>({
    name: 'mining_position_read',
    text: `SELECT settled_to, power, acc, accrued, collect_count, collected_total, last_collected_at
      FROM mining_position WHERE user_id = $1`,
    values: [userId],
  })
  const row = rows[0]
  const stored: Position = row
    ? { settledTo: row.settled_to, power: row.power, acc: row.acc, accrued: row.accrued }
    : newPosition
  const collects: CollectState = {
    collectCount: Number(row?.collect_count ?? 0),
    collectedTotal: row?.collected_total ?? 0n,
    lastCollectedAt: row?.last_collected_at ?? null,
  }
  // A release and a collection happened between the two reads (impossible while the position is locked).
  if (stored.settledTo > pool.time) return { position: stored, collects }
  const changes = await foldedChangesOf(reader, { userId, from: stored.settledTo, before: pool.time })
  return { position: settlePosition(stored, { time: pool.time, acc: pool.acc, changes }), collects }
}
