import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core'
import { baseUnits, unixSeconds, userId } from '../../platform/database/columns.ts'

/**
 * A queue of users' activity that counts for teams: appended in the transaction of the activity, deleted when
 * the community folds it (ADR 0022). Joins are appended by a trigger on `users`
 * (`migrations/0016_activity.sql`).
 */
export const activity = pgTable(
  'activity',
  {
    /** Ascends in the order of any two transactions of which one could read the other. */
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId('user_id').notNull(),
    kind: text('kind').notNull(),
    /** Time of the event's block, or of the chain's clock. */
    at: unixSeconds('at').notNull(),
    /**
     * USD with 18 decimals at the event's own price; POD power in base units. Negative if it left. 0 for a
     * join.
     */
    amount: baseUnits('amount').notNull(),
  },
  (table) => [
    check('activity_kind', sql`${table.kind} IN ('joined', 'burned', 'staked', 'pledged', 'bought')`),
    check('activity_amount', sql`(${table.kind} = 'joined') = (${table.amount} = 0)`),
    check('activity_grows', sql`${table.kind} IN ('staked', 'pledged') OR ${table.amount} >= 0`),
  ],
)
