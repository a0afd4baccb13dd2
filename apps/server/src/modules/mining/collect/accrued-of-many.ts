import type { Reader } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import { ACC_SCALE, type Pool, type Position, settlePosition } from '../pool/accumulator.rules.ts'
import { foldedChangesOfUsers, readPool, readPosition } from '../pool/pool.ts'

interface PositionRow {
  user_id: bigint
  settled_to: bigint
  power: bigint
  acc: bigint
  accrued: bigint
}

const readTogether = async (
  reader: Reader,
  pool: Pool,
  userIds: readonly UserId[],
): Promise<Map<UserId, bigint>> => {
  const { rows } = await reader.query<PositionRow>({
    name: 'mining_positions_of_users',
    // Who never collected has no row: the first collection inserts it.
    text: `SELECT u AS user_id, COALESCE(settled_to, 0) AS settled_to, COALESCE(power, 0) AS power,
        COALESCE(acc, 0) AS acc, COALESCE(accrued, 0) AS accrued
      FROM unnest($1::bigint[]) AS u LEFT JOIN mining_position ON user_id = u`,
    values: [userIds],
  })
  const changes = await foldedChangesOfUsers(reader, {
    from: rows.map((row) => ({ userId: userIdOf(row.user_id), at: row.settled_to })),
    before: pool.time,
  })
  return new Map(
    rows.map((row) => {
      const userId = userIdOf(row.user_id)
      const { settled_to: settledTo, power, acc, accrued } = row
      const stored: Position = { settledTo, power, acc, accrued }
      const own = changes.get(userId) ?? []
      const { accrued: settled } = settlePosition(stored, { time: pool.time, acc: pool.acc, changes: own })
      return [userId, settled / ACC_SCALE]
    }),
  )
}

/** Whether the rows of a position contradict each other; any other error is the database's. */
const isContradiction = (error: unknown): boolean =>
  error instanceof RangeError || error instanceof FatalError

/**
 * DR that the machines of many users have earned, funded and not collected, base units; null for a user whose
 * rows contradict each other. Only inside a transaction that reads one state of the database.
 */
export const accruedOfMany = async (
  reader: Reader,
  { userIds, startTime }: { readonly userIds: readonly UserId[]; readonly startTime: bigint },
): Promise<ReadonlyMap<UserId, bigint | null>> => {
  const pool = await readPool(reader, startTime)
  try {
    return await readTogether(reader, pool, userIds)
  } catch (error) {
    if (!isContradiction(error)) throw error
  }
  const single = new Map<UserId, bigint | null>()
  for (const userId of userIds) {
    try {
      const { position } = await readPosition(reader, { userId, pool })
      single.set(userId, position.accrued / ACC_SCALE)
    } catch (error) {
      if (!isContradiction(error)) throw error
      single.set(userId, null)
    }
  }
  return single
}
