import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Activity } from './record-activity.ts'

/** What is to be folded. A join comes before everything that those below it do. */
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
 * Takes the oldest out of the queue, in their order: who takes them writes what they come to in the same transaction, so
 * that each counts once. One taker at a time: the caller sees to it.
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
  return rows.map(({ user_id, ...row }) => ({ ...row, userId: Number(user_id) as UserId }))
}

/** When the oldest that was not taken yet happened, Unix seconds; null: all were taken. One look at the queue's head. */
export const oldestActivity = async (reader: Reader): Promise<bigint | null> => {
  const { rows } = await reader.query<{ at: bigint }>({
    name: 'activity_oldest',
    text: 'SELECT at FROM activity ORDER BY id LIMIT 1',
  })
  return rows[0]?.at ?? null
}
