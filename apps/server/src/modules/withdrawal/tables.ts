import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { baseUnits, unixSeconds, userId } from '../../platform/database/columns.ts'

/** Withdrawals, beside their orders (vouchers), with their value against the daily limit. */
export const withdrawal = pgTable(
  'withdrawal',
  {
    orderId: uuid('order_id').primaryKey(),
    userId: userId('user_id').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** Base units, gross. */
    amount: baseUnits('amount').notNull(),
    /** DR; for a withdrawal of USDT from the wallet, and a maximum. */
    burnAmount: baseUnits('burn_amount').notNull(),
    /** The part that leaves without burn (deposits not yet returned), fixed at the quote. */
    burnFree: baseUnits('burn_free').notNull().default(sql`0`),
    /** DR actually burned; null until it is final. */
    burned: baseUnits('burned'),
    /** USD by the price at its creation, 18 decimals. */
    usdValue: baseUnits('usd_value').notNull(),
    /** UTC day of the chain's clock at its creation. */
    day: date('day', { mode: 'string' }).notNull(),
    /** Whether the chain paid it. */
    final: boolean('final').notNull().default(false),
  },
  (table) => [
    index('withdrawal_user_day').on(table.userId, table.day),
    check('withdrawal_amount_positive', sql`${table.amount} > 0`),
    check('withdrawal_burn', sql`${table.token} <> 'DR' OR ${table.burnAmount} < ${table.amount}`),
    check('withdrawal_burn_free', sql`${table.burnFree} BETWEEN 0 AND ${table.amount}`),
    check('withdrawal_burned', sql`${table.burned} BETWEEN 0 AND ${table.burnAmount}`),
    check('withdrawal_final_burned', sql`${table.final} = (${table.burned} IS NOT NULL)`),
  ],
)

/** Totals burned by final withdrawals, one row for each token, written only by the indexer. */
export const withdrawalTotal = pgTable('withdrawal_total', {
  token: text('token').primaryKey(),
  burned: baseUnits('burned').notNull(),
})

/**
 * Amounts that withdrawals take of the share of recent deposits (ADR 0059). A row is created with the hold,
 * and deleted when its voucher ends unused or the contract's day no longer counts it.
 */
export const withdrawalRecent = pgTable(
  'withdrawal_recent',
  {
    orderId: uuid('order_id').primaryKey(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** The recently deposited part, base units. */
    amount: baseUnits('amount').notNull(),
    /** Time of the payment; for an open voucher its deadline, the latest possible time. */
    at: unixSeconds('at').notNull(),
  },
  (table) => [
    index('withdrawal_recent_day').on(table.vault, table.token, table.at),
    check('withdrawal_recent_amount', sql`${table.amount} > 0`),
  ],
)
