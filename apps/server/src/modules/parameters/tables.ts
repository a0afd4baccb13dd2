import type { Stoppable } from '@dr/protocol/parameters'
import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { address, baseUnits, unixSeconds } from '../../platform/database/columns.ts'

/**
 * Changes decided by two operators: append-only (migrations/0021_operator.sql), the newest row of a subject
 * is in force. A subject is a limit's name (@dr/protocol/parameters), `budget:<package>:<token>`, or
 * `block:<address>`, whose value is 1 or 0.
 */
export const parameterChange = pgTable(
  'parameter_change',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    subject: text('subject').notNull(),
    /** Base units; USD with 18 decimals. */
    before: baseUnits('before').notNull(),
    value: baseUnits('value').notNull(),
    reason: text('reason').notNull(),
    proposedBy: address('proposed_by').notNull(),
    approvedBy: address('approved_by').notNull(),
    /** The chain's clock. */
    at: unixSeconds('at').notNull(),
  },
  (table) => [
    index('parameter_change_subject').on(table.subject, table.id),
    check('parameter_change_two', sql`${table.proposedBy} <> ${table.approvedBy}`),
    check('parameter_change_value', sql`${table.value} >= 0`),
  ],
)

/** Stopped features: stopped while the row exists. The audit log has the history. */
export const operatorStop = pgTable('operator_stop', {
  what: text('what').primaryKey().$type<Stoppable>(),
  reason: text('reason').notNull(),
  stoppedBy: address('stopped_by').notNull(),
  /** The chain's clock. */
  since: unixSeconds('since').notNull(),
})
