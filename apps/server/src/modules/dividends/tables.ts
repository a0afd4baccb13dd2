import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { address, baseUnits, bytes32, unixSeconds, userId } from '../../platform/database/columns.ts'
import type { PublishedRules } from './dividend-config.rules.ts'

const weekNumber = (name: string) => bigint(name, { mode: 'bigint' })

/** What came into the dividend pool, and from where. One row a journal; never changed (trigger). */
export const dividendIncome = pgTable(
  'dividend_income',
  {
    journalId: bigint('journal_id', { mode: 'bigint' }).primaryKey(),
    /** The week of `at`; of an event that was in suspense until its week was closed, the next that was open. */
    week: weekNumber('week').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    kind: text('kind').notNull(),
    /** Number of the flush, or the memo of the funding. */
    reference: text('reference').notNull(),
    at: unixSeconds('at').notNull(),
    txHash: bytes32('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
  },
  (table) => [
    index('dividend_income_week').on(table.week),
    check('dividend_income_amount', sql`${table.amount} > 0`),
    check('dividend_income_token', sql`${table.token} IN ('USDT', 'DR')`),
    check('dividend_income_kind', sql`${table.kind} IN ('swap-fees', 'operator')`),
  ],
)

/**
 * A closed week. For each token: fees + operator + carried in = dividends + prize + carried out. Base units. Never
 * changed (trigger); the last row's `carried` is the pool's own money that no week has paid yet.
 */
export const dividendWeek = pgTable(
  'dividend_week',
  {
    week: weekNumber('week').primaryKey(),
    feesUsdt: baseUnits('fees_usdt').notNull(),
    feesDr: baseUnits('fees_dr').notNull(),
    operatorUsdt: baseUnits('operator_usdt').notNull(),
    operatorDr: baseUnits('operator_dr').notNull(),
    carriedInUsdt: baseUnits('carried_in_usdt').notNull(),
    carriedInDr: baseUnits('carried_in_dr').notNull(),
    /** Pledged power that was left before. */
    pledged: baseUnits('pledged').notNull(),
    dividendsUsdt: baseUnits('dividends_usdt').notNull(),
    dividendsDr: baseUnits('dividends_dr').notNull(),
    prizeUsdt: baseUnits('prize_usdt').notNull(),
    prizeDr: baseUnits('prize_dr').notNull(),
    carriedUsdt: baseUnits('carried_usdt').notNull(),
    carriedDr: baseUnits('carried_dr').notNull(),
    /** USDT for one DR at the week's end, 18 decimals; null: no price, so DR waited. */
    drPrice: baseUnits('dr_price'),
    /** The rules it was closed by, as they are published. */
    rules: jsonb('rules').$type<PublishedRules>().notNull(),
    /** The chain's time at which it was closed; later than the week's end when the server was off. */
    closedAt: unixSeconds('closed_at').notNull(),
  },
  (table) => [
    check(
      'dividend_week_usdt',
      sql`${table.feesUsdt} + ${table.operatorUsdt} + ${table.carriedInUsdt} = ${table.dividendsUsdt} + ${table.prizeUsdt} + ${table.carriedUsdt}`,
    ),
    check(
      'dividend_week_dr',
      sql`${table.feesDr} + ${table.operatorDr} + ${table.carriedInDr} = ${table.dividendsDr} + ${table.prizeDr} + ${table.carriedDr}`,
    ),
  ],
)

/** The growth prizes of a closed week. Never changed (trigger). */
export const dividendPrize = pgTable(
  'dividend_prize',
  {
    week: weekNumber('week')
      .notNull()
      .references(() => dividendWeek.week),
    rank: integer('rank').notNull(),
    userId: userId('user_id').notNull(),
    account: address('account').notNull(),
    bought: baseUnits('bought').notNull(),
    usdt: baseUnits('usdt').notNull(),
    dr: baseUnits('dr').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.rank] }),
    index('dividend_prize_user').on(table.userId),
  ],
)
