import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { address, baseUnits, userId, weekNumber } from '../../platform/database/columns.ts'
import { incomeTable, weekCloseColumns, weekIncomeColumns } from '../weeks/tables.ts'
import type { PublishedRules } from './dividend-config.rules.ts'

/** Income of the dividend pool. */
export const dividendIncome = incomeTable('dividend_income')

/**
 * Closed weeks. For each token: fees + operator + carried in = dividends + prize + carried out. Base units.
 * Immutable (trigger); the last row's `carried` is the pool's own money that no week has paid yet.
 */
export const dividendWeek = pgTable(
  'dividend_week',
  {
    ...weekIncomeColumns(),
    /** Pledged power left before the close. */
    pledged: baseUnits('pledged').notNull(),
    dividendsUsdt: baseUnits('dividends_usdt').notNull(),
    dividendsDr: baseUnits('dividends_dr').notNull(),
    prizeUsdt: baseUnits('prize_usdt').notNull(),
    prizeDr: baseUnits('prize_dr').notNull(),
    /** USDT for one DR at the week's end, 18 decimals; null: no price, so DR was carried over. */
    drPrice: baseUnits('dr_price'),
    ...weekCloseColumns<PublishedRules>(),
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

/** The growth prizes of a closed week. Immutable (trigger). */
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
