import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { at, bytes32 } from '../platform/database/columns.ts'

/** SHA-256 of every `key` header that opened, until its timestamp is too old to be accepted anyway. */
export const seenRequests = pgTable(
  'seen_request',
  {
    keyHash: bytes32('key_hash').primaryKey(),
    forgetAt: at('forget_at').notNull(),
  },
  (table) => [index('seen_request_forget_index').on(table.forgetAt)],
)

/**
 * One row a bucket (network address or account, and kind of call). `fullAt`: when the bucket is full again;
 * each admitted request moves it on (generic cell rate algorithm), a refused one does not. No index except
 * the primary key: every request writes a row, and an update that changes no indexed column stays in its page
 * (HOT). The tick that deletes buckets scans the table.
 */
export const rateBuckets = pgTable('rate_bucket', {
  key: text('key').primaryKey(),
  fullAt: at('full_at').notNull(),
})
