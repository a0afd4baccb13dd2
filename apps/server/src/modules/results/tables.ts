import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes32, weekNumber } from '../../platform/database/columns.ts'

/** Published files of closed weeks. Immutable (trigger). */
export const weeklyResult = pgTable(
  'weekly_result',
  {
    /** `dividends` or `nodes`. */
    kind: text('kind').notNull(),
    week: weekNumber('week').notNull(),
    /** Keccak-256 of the file's bytes. */
    fileHash: bytes32('file_hash').notNull(),
    bytes: bigint('bytes', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ name: 'weekly_result_pk', columns: [table.kind, table.week] })],
)

/**
 * Hashes of weeks from `ResultPosted`, immutable. A server that indexes the chain again knows them before the
 * files.
 */
export const weeklyResultPosted = pgTable(
  'weekly_result_posted',
  {
    kind: text('kind').notNull(),
    week: weekNumber('week').notNull(),
    fileHash: bytes32('file_hash').notNull(),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [primaryKey({ name: 'weekly_result_posted_pk', columns: [table.kind, table.week] })],
)
