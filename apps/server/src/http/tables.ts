import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { at, bytes32 } from '../platform/database/columns.ts'

/** SHA-256 of every `key` header that opened, until its timestamp is too old to be accepted. */
export const seenRequests = pgTable(
  'seen_request',
  {
    keyHash: bytes32('key_hash').primaryKey(),
    forgetAt: at('forget_at').notNull(),
  },
  (table) => [index('seen_request_forget_index').on(table.forgetAt)],
)

/** Not used: rate limits of the released program, which works on this schema too (ADR 0071). */
export const rateBuckets = pgTable('rate_bucket', {
  key: text('key').primaryKey(),
  fullAt: at('full_at').notNull(),
})
