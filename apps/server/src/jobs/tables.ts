import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from '../platform/database/columns.ts'

/**
 * Leaderships, one row for each kind. `epoch` rises by one with each acquired leadership, and fences the
 * writes of older ones.
 */
export const leaderships = pgTable(
  'leadership',
  {
    name: text('name').primaryKey(),
    epoch: bigint('epoch', { mode: 'bigint' }).notNull(),
    acquiredAt: at('acquired_at').notNull().defaultNow(),
  },
  (table) => [check('leadership_epoch_check', sql`${table.epoch} > 0`)],
)
