import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { at, baseUnits, unixSeconds, userId } from '../../platform/database/columns.ts'
import { users } from '../users/tables.ts'

/** Transfers between two users. The amount is held for the receiver until `availableAt`. */
export const internalTransfers = pgTable(
  'internal_transfer',
  {
    /** The order that the sender's wallet signed, and of the hold. */
    id: uuid('id').primaryKey(),
    fromUser: userId('from_user').notNull(),
    toUser: userId('to_user').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** Base units. */
    amount: baseUnits('amount').notNull(),
    journalId: bigint('journal_id', { mode: 'bigint' }).notNull(),
    /** The chain's clock, as for `availableAt`. */
    at: at('at').notNull(),
    availableAt: unixSeconds('available_at').notNull(),
    /** Time at which the hold was released; null before. */
    releasedAt: at('released_at'),
  },
  (table) => [
    foreignKey({ name: 'internal_transfer_from_fk', columns: [table.fromUser], foreignColumns: [users.id] }),
    foreignKey({ name: 'internal_transfer_to_fk', columns: [table.toUser], foreignColumns: [users.id] }),
    index('internal_transfer_waiting').on(table.availableAt, table.id).where(sql`released_at IS NULL`),
    index('internal_transfer_to_waiting').on(table.toUser, table.availableAt).where(sql`released_at IS NULL`),
    index('internal_transfer_received')
      .on(table.toUser, table.availableAt)
      .where(sql`released_at IS NOT NULL`),
    check('internal_transfer_positive', sql`${table.amount} > 0`),
    check('internal_transfer_not_self', sql`${table.fromUser} <> ${table.toUser}`),
  ],
)
