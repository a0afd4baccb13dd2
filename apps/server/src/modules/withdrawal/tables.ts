import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { baseUnits, userId } from '../../platform/database/columns.ts'

/** A withdrawal's own part of its order (vouchers): what it counts against the daily limit. */
export const withdrawal = pgTable(
  'withdrawal',
  {
    orderId: uuid('order_id').primaryKey(),
    userId: userId('user_id').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** Base units, gross. */
    amount: baseUnits('amount').notNull(),
    burnAmount: baseUnits('burn_amount').notNull(),
    /** By the price at its creation, 18 decimals. */
    usdValue: baseUnits('usd_value').notNull(),
    /** UTC day of the chain's clock at its creation. */
    day: date('day', { mode: 'string' }).notNull(),
    /** The chain paid it. */
    final: boolean('final').notNull().default(false),
  },
  (table) => [
    index('withdrawal_user_day').on(table.userId, table.day),
    check('withdrawal_amount_positive', sql`${table.amount} > 0`),
    check('withdrawal_burn', sql`${table.burnAmount} < ${table.amount}`),
  ],
)

/** What final withdrawals burned so far, of one token: one row each, written by the indexer alone. */
export const withdrawalTotal = pgTable('withdrawal_total', {
  token: text('token').primaryKey(),
  burned: baseUnits('burned').notNull(),
})
