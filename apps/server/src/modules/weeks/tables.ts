/** Columns that the tables of the weekly pools have in common. */
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { baseUnits, bytes32, unixSeconds, weekNumber } from '../../platform/database/columns.ts'

/** Income of a pool with its source: one row for each journal, immutable (trigger). */
export const incomeTable = (name: 'dividend_income' | 'node_income') =>
  pgTable(
    name,
    {
      journalId: bigint('journal_id', { mode: 'bigint' }).primaryKey(),
      /**
       * The week of `at`; for an event that was in suspense until its week was closed, the next open week.
       */
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
      index(`${name}_week`).on(table.week),
      check(`${name}_amount`, sql`${table.amount} > 0`),
      check(`${name}_token`, sql`${table.token} IN ('USDT', 'DR')`),
      check(`${name}_kind`, sql`${table.kind} IN ('swap-fees', 'operator')`),
    ],
  )

/** Income of a pool in a week, the first columns of its row. Base units. */
export const weekIncomeColumns = () => ({
  week: weekNumber('week').primaryKey(),
  feesUsdt: baseUnits('fees_usdt').notNull(),
  feesDr: baseUnits('fees_dr').notNull(),
  operatorUsdt: baseUnits('operator_usdt').notNull(),
  operatorDr: baseUnits('operator_dr').notNull(),
  carriedInUsdt: baseUnits('carried_in_usdt').notNull(),
  carriedInDr: baseUnits('carried_in_dr').notNull(),
})

/** The close of a week, the last columns of its row. */
export const weekCloseColumns = <Rules>() => ({
  carriedUsdt: baseUnits('carried_usdt').notNull(),
  carriedDr: baseUnits('carried_dr').notNull(),
  /** The published rules of the close. */
  rules: jsonb('rules').$type<Rules>().notNull(),
  /** The chain's time at the close; later than the week's end if the server was down. */
  closedAt: unixSeconds('closed_at').notNull(),
})
