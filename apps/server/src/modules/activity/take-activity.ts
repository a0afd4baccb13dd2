import type { Reader, Tx } from '../../platform/database/database.ts'
import { userIdOf } from '../../platform/ids.ts'
import type { Activity } from './record-activity.ts'

/** An activity to be folded. A join comes before all activity of the user's descendants. */
export type TakenActivity = Omit<Activity, 'kind'> & {
  readonly id: bigint
  readonly kind: Activity['kind'] | 'joined'
}

interface Row {
  id: bigint
  user_id: bigint
  kind: TakenActivity['kind']
  at: bigint
  amount: bigint
}

/**
 * Removes the oldest activities from the queue, in order. The caller counts them in the same transaction, so
 * that each counts once, and runs one such transaction at a time.
 */
export const takeActivity = async (tx: Tx, limit: number): Promise<TakenActivity[]> => {
  const { rows } = await tx.query<Row>({
    name: 'activity_take',
    text: `WITH taken AS (
        DELETE FROM activity WHERE id = ANY(ARRAY(SELECT id FROM activity ORDER BY id LIMIT $1))
          RETURNING id, user_id, kind, at, amount
      ) SELECT * FROM taken ORDER BY id`,
    values: [limit],
  })
  return rows.map(({ user_id, ...row }) => ({ ...row, userId: userIdOf(user_id) }))
}

/** The time of the oldest activity in the queue, Unix seconds; null for an empty queue. Reads one row. */
export const oldestActivity = async (reader: Reader): Promise<bigint | null> => {
  const { rows } = await reader.query<{ at: bigint }>({
    name: 'activity_oldest',
    text: 'SELECT at FROM activity ORDER BY id LIMIT 1',
  })
  return rows[0]?.at ?? null
}
