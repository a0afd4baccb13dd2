import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { address, at, bytes, bytes32, unixSeconds } from '../platform/database/columns.ts'

/**
 * Events that no handler could process, stored completely for a person, and for a later program to post. Each
 * raises an alarm (metric `suspense_open_events`), and none stops the indexer (docs/product.md 3).
 */
export const suspenseEvent = pgTable(
  'suspense_event',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockHash: bytes32('block_hash').notNull(),
    blockTimestamp: unixSeconds('block_timestamp').notNull(),
    txHash: bytes32('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    address: address('address').notNull(),
    /** Name of the handler that threw. */
    handler: text('handler').notNull(),
    topics: jsonb('topics').$type<readonly string[]>().notNull(),
    data: text('data').notNull(),
    error: text('error').notNull(),
    /** Set manually or by a later program, once the event has been dealt with. */
    resolvedAt: at('resolved_at'),
    resolution: text('resolution'),
  },
  (table) => [
    uniqueIndex('suspense_event_once').on(table.chainId, table.txHash, table.logIndex, table.handler),
    index('suspense_event_open').on(table.id).where(sql`${table.resolvedAt} IS NULL`),
    check(
      'suspense_event_resolved_whole',
      sql`(${table.resolvedAt} IS NULL) = (${table.resolution} IS NULL)`,
    ),
  ],
)

/**
 * Blocks for which `handled_block` has every handled event: those that a program with that table has indexed,
 * from `first_block` to `last_block`.
 */
export const handledSpan = pgTable(
  'handled_span',
  {
    firstBlock: bigint('first_block', { mode: 'bigint' }).primaryKey(),
    lastBlock: bigint('last_block', { mode: 'bigint' }).notNull(),
  },
  (table) => [check('handled_span_order', sql`${table.firstBlock} <= ${table.lastBlock}`)],
)

/** Indexes of a block's handled logs; no row: none. */
export const handledBlock = pgTable('handled_block', {
  blockNumber: bigint('block_number', { mode: 'bigint' }).primaryKey(),
  logIndexes: integer('log_indexes').array().notNull(),
  /** Fingerprints of these logs, one after the other (`fingerprint.ts`); an older program writes none. */
  fingerprints: bytes('fingerprints'),
})

/**
 * Booked events that differ on chain, or are not there, by a later reading of their block. Each raises an
 * alarm (metric `false_events_open`) until a person has corrected the books.
 */
export const falseEvent = pgTable(
  'false_event',
  {
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    logIndex: integer('log_index').notNull(),
    /** Transaction of the chain's own event, there or where the same one is; null: it has none. */
    txHash: bytes32('tx_hash'),
    foundAt: at('found_at').notNull().default(sql`clock_timestamp()`),
    /** Set manually, or by a later reading that finds the event as booked. */
    resolvedAt: at('resolved_at'),
    resolution: text('resolution'),
  },
  (table) => [
    primaryKey({ columns: [table.blockNumber, table.logIndex] }),
    check('false_event_resolved_whole', sql`(${table.resolvedAt} IS NULL) = (${table.resolution} IS NULL)`),
  ],
)
