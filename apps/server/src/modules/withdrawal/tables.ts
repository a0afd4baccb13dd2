import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { baseUnits, unixSeconds, userId } from '../../platform/database/columns.ts'

/** A withdrawal's addition to its order (vouchers): its value against the daily limit. */
export const withdrawal = pgTable(
  'withdrawal',
  {
    orderId: uuid('order_id').primaryKey(),
    userId: userId('user_id').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** Base units, gross. */
    amount: baseUnits('amount').notNull(),
    /** DR. Of a withdrawal of USDT out of the wallet, and the maximum that is burned. */
    burnAmount: baseUnits('burn_amount').notNull(),
    /** The part of it that leaves without burn (deposits not yet returned), fixed at the quote. */
    burnFree: baseUnits('burn_free').notNull().default(sql`0`),
    /** DR that was really burned; none until it is final. */
    burned: baseUnits('burned'),
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
    check('withdrawal_burn', sql`${table.token} <> 'DR' OR ${table.burnAmount} < ${table.amount}`),
    check('withdrawal_burn_free', sql`${table.burnFree} BETWEEN 0 AND ${table.amount}`),
    check('withdrawal_burned', sql`${table.burned} BETWEEN 0 AND ${table.burnAmount}`),
    check('withdrawal_final_burned', sql`${table.final} = (${table.burned} IS NOT NULL)`),
  ],
)

/** What final withdrawals burned so far, of one token: one row each, written by the indexer alone. */
export const withdrawalTotal = pgTable('withdrawal_total', {
  token: text('token').primaryKey(),
  burned: baseUnits('burned').notNull(),
})

/**
 * What a withdrawal takes of the share of recent deposits (ADR 0059): a row from the moment it is held. Gone
 * when its voucher ends unused, and when the contract's day no longer counts it.
 */
export const withdrawalRecent = pgTable(
  'withdrawal_recent',
  {
    orderId: uuid('order_id').primaryKey(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** The part of it that was deposited recently. Base units. */
    amount: baseUnits('amount').notNull(),
    /** When the chain paid it; of an open voucher its deadline, the latest that it can be. */
    at: unixSeconds('at').notNull(),
  },
  (table) => [
    index('withdrawal_recent_day').on(table.vault, table.token, table.at),
    check('withdrawal_recent_amount', sql`${table.amount} > 0`),
  ],
)
