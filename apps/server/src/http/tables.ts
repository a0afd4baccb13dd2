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
 * One row a bucket (network address or account, and kind of call). `fullAt`: when the bucket is full again; it is
 * moved on by each admitted request (generic cell rate algorithm), and by no refused one. No index beside its key: every
 * request writes it, and a row whose indexed columns stay is written in its place. Who forgets buckets reads them all.
 */
export const rateBuckets = pgTable('rate_bucket', {
  key: text('key').primaryKey(),
  fullAt: at('full_at').notNull(),
})
