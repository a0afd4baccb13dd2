import { mayArchive } from '../../../platform/archive-from.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import { analyzeIfGrown } from '../../../platform/database/analyze-if-grown.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'

/** Whole months before the present one whose collects keep rows of their own. */
const HOT_MONTHS = 2
const USERS_AT_ONCE = 300

/** The first second of the oldest month that is kept in rows, Unix seconds. */
const hotFrom = (now: Date): bigint =>
  BigInt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - HOT_MONTHS) / 1_000)

const isAnyBefore = async ({ read }: Database, before: bigint): Promise<boolean> => {
  const { rows } = await read.query<{ at: bigint }>({
    text: 'SELECT at FROM mining_collect ORDER BY journal_id LIMIT 1',
  })
  return rows[0] !== undefined && rows[0].at < before
}

/** The next users after `after` with a collect before `before`. */
const usersBefore = async (
  { read }: Database,
  { after, before }: { readonly after: UserId; readonly before: bigint },
): Promise<readonly UserId[]> => {
  const { rows } = await read.query<{ user_id: bigint }>({
    text: `SELECT user_id FROM mining_collect WHERE user_id > $1 AND at < $2
      GROUP BY user_id ORDER BY user_id LIMIT $3`,
    values: [after, before, USERS_AT_ONCE],
  })
  return rows.map(({ user_id }) => userIdOf(user_id))
}

/*
 * One statement: a collect is in one of the two tables, in any snapshot. A month that has a row already is
 * one whose folding was interrupted, or that a late collect belongs to.
 */
const FOLD = `WITH gone AS (
    DELETE FROM mining_collect WHERE user_id = ANY($1::bigint[]) AND at < $2 RETURNING user_id, at, amount
  )
  INSERT INTO mining_collect_month AS m (user_id, month, at, amount)
  SELECT user_id, to_char(to_timestamp(at) AT TIME ZONE 'UTC', 'YYYYMM')::integer AS month,
    array_agg(at ORDER BY at), array_agg(amount ORDER BY at)
  FROM gone GROUP BY 1, 2
  ON CONFLICT (user_id, month) DO UPDATE SET at = m.at || EXCLUDED.at, amount = m.amount || EXCLUDED.amount`

/**
 * Folds the collects of months that are over into one row a user and month: a sixth of the space. A tick;
 * idempotent. The ledger keeps each collect with its provenance.
 */
export const foldCollects = async (database: Database, signal: AbortSignal): Promise<void> => {
  if (!(await mayArchive(database.read))) return
  const before = hotFrom((await chainNow(database.read)).at)
  if (!(await isAnyBefore(database, before))) return
  let after = userIdOf(0)
  while (!signal.aborted) {
    const users = await usersBefore(database, { after, before })
    const last = users.at(-1)
    if (last === undefined) return
    await database.transaction(async (tx) => {
      await tx.query({ name: 'mining_collects_fold', text: FOLD, values: [users, before] })
      await analyzeIfGrown(tx, 'mining_collect_month')
    })
    after = last
  }
}
