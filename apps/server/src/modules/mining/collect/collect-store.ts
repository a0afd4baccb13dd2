/** Positions of many users: locked, settled to the pool's time, and written after a collection. */
import type { Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import { type Position, settlePosition } from '../pool/accumulator.rules.ts'
import { type CollectState, foldedChangesOfUsers, type PoolState } from '../pool/pool.ts'

interface SettledPosition {
  readonly position: Position
  readonly collects: CollectState
}

interface PositionRow {
  user_id: bigint
  settled_to: bigint
  power: bigint
  acc: bigint
  accrued: bigint
  collect_count: bigint | number
  collected_total: bigint
  last_collected_at: bigint | null
}

/** A locked position is missing: it was deleted manually. */
class PositionMissingError extends FatalError {}

const heldOf = (row: PositionRow): SettledPosition => ({
  position: { settledTo: row.settled_to, power: row.power, acc: row.acc, accrued: row.accrued },
  collects: {
    collectCount: Number(row.collect_count),
    collectedTotal: row.collected_total,
    lastCollectedAt: row.last_collected_at,
  },
})

/** Locked in id order, against deadlocks between batches. */
const selectForUpdate = async (tx: Tx, userIds: readonly UserId[]): Promise<PositionRow[]> => {
  const { rows } = await tx.query<PositionRow>({
    name: 'mining_positions_lock',
    text: `SELECT user_id, settled_to, power, acc, accrued, collect_count, collected_total, last_collected_at
      FROM mining_position WHERE user_id = ANY($1::bigint[]) ORDER BY user_id FOR UPDATE`,
    values: [userIds],
  })
  return rows
}

const openPositions = async (tx: Tx, userIds: readonly UserId[]): Promise<void> => {
  await tx.query({
    name: 'mining_positions_open',
    text: `INSERT INTO mining_position (user_id, settled_to, power, acc, accrued, collect_count, collected_total)
      SELECT u, 0, 0, 0, 0, 0, 0 FROM unnest($1::bigint[]) AS u ORDER BY u ON CONFLICT (user_id) DO NOTHING`,
    values: [userIds],
  })
}

/** The users' positions, inserted where missing, and locked until this transaction ends. */
export const lockPositions = async (tx: Tx, userIds: readonly UserId[]) => {
  const distinct = [...new Set(userIds)]
  let rows = await selectForUpdate(tx, distinct)
  const known = new Set(rows.map(({ user_id }) => Number(user_id)))
  const opened = distinct.filter((userId) => !known.has(userId))
  if (opened.length > 0) {
    await openPositions(tx, opened)
    rows = await selectForUpdate(tx, distinct)
  }
  /** Reads the positions settled to `pool`, which must have been read after the lock. */
  const read = async (pool: PoolState) => {
    const stored = new Map(rows.map((row) => [userIdOf(row.user_id), heldOf(row)]))
    const changes = await foldedChangesOfUsers(tx, {
      from: [...stored].map(([userId, { position }]) => ({ userId, at: position.settledTo })),
      before: pool.time,
    })
    const settled = new Map(
      [...stored].map(([userId, { position, collects }]): [UserId, SettledPosition] => [
        userId,
        {
          position: settlePosition(position, {
            time: pool.time,
            acc: pool.acc,
            changes: changes.get(userId) ?? [],
          }),
          collects,
        },
      ]),
    )
    return {
      of: (userId: UserId): SettledPosition => {
        const held = settled.get(userId)
        if (!held) throw new PositionMissingError(`the position of user ${userId} is gone`)
        return held
      },
      set: (userId: UserId, held: SettledPosition): void => void settled.set(userId, held),
    }
  }
  return { opened, read }
}

/** Deletes positions that were inserted for users who were then refused. */
export const closePositions = async (tx: Tx, userIds: readonly UserId[]): Promise<void> => {
  if (userIds.length === 0) return
  await tx.query({
    name: 'mining_positions_close',
    text: 'DELETE FROM mining_position WHERE user_id = ANY($1::bigint[]) AND collect_count = 0',
    values: [userIds],
  })
}

/** A posted collection. */
export interface DoneCollect extends SettledPosition {
  readonly userId: UserId
  readonly amount: bigint
  readonly journalId: bigint
}

/** `at`: Unix seconds of the chain. */
export const writeCollects = async (
  tx: Tx,
  done: readonly DoneCollect[],
  { releaseId, at }: { releaseId: bigint; at: bigint },
): Promise<void> => {
  if (done.length === 0) return
  const userIds = done.map(({ userId }) => userId)
  await tx.query({
    name: 'mining_positions_write',
    text: `UPDATE mining_position p SET settled_to = n.settled_to, power = n.power, acc = n.acc, accrued = n.accrued,
        collect_count = n.collect_count, collected_total = n.collected_total, last_collected_at = n.last_collected_at
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[], $6::integer[], $7::numeric[],
        $8::bigint[]) AS n (user_id, settled_to, power, acc, accrued, collect_count, collected_total, last_collected_at)
      WHERE p.user_id = n.user_id`,
    values: [
      userIds,
      done.map(({ position }) => position.settledTo),
      done.map(({ position }) => position.power),
      done.map(({ position }) => position.acc),
      done.map(({ position }) => position.accrued),
      done.map(({ collects }) => collects.collectCount),
      done.map(({ collects }) => collects.collectedTotal),
      done.map(({ collects }) => collects.lastCollectedAt),
    ],
  })
  await tx.query({
    name: 'mining_collects_insert',
    text: `INSERT INTO mining_collect (journal_id, user_id, at, amount, release_id)
      SELECT n.journal_id, n.user_id, $4::bigint, n.amount, $5::bigint
      FROM unnest($1::bigint[], $2::bigint[], $3::numeric[]) AS n (journal_id, user_id, amount)`,
    values: [
      done.map(({ journalId }) => journalId),
      userIds,
      done.map(({ amount }) => amount),
      at,
      releaseId,
    ],
  })
}
