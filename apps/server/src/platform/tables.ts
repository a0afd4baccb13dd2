import { sql } from 'drizzle-orm'
import { bigint, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { address, at, baseUnits, bytes32, unixSeconds, xid } from './database/columns.ts'

/**
 * The product's one clock (docs/product.md 3) and the indexer's cursor, in one row: the last finalized block
 * whose events are in this database. Written only by the indexer, in the same transaction as the events'
 * effects.
 */
export const chainClock = pgTable(
  'chain_clock',
  {
    /** One row a database: a database follows one chain. */
    id: integer('id').primaryKey().default(1),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockHash: bytes32('block_hash').notNull(),
    /** Unix seconds. */
    blockTimestamp: unixSeconds('block_timestamp').notNull(),
  },
  (table) => [check('chain_clock_one_row', sql`${table.id} = 1`)],
)

/**
 * A running number of the chain, such as `DigitalRights.purchaseCount`, and what is booked of it (ADR 0062).
 * Written by the indexer alone, in the transaction of the events it counts.
 */
export const chainNumbers = pgTable('chain_number', {
  name: text('name').primaryKey(),
  /** Added up from the events that were handed to their handlers. */
  booked: baseUnits('booked').notNull(),
  /** What the chain said more than that when it was last asked; other than 0 is an alarm. */
  gap: baseUnits('gap').notNull().default(sql`0`),
  /** Block up to which events are counted: the cursor, unless another program has moved it. */
  countedTo: bigint('counted_to', { mode: 'bigint' }).notNull(),
  /** Last block at which chain and database said the same; null: not compared yet. */
  agreedBlock: bigint('agreed_block', { mode: 'bigint' }),
  agreedAt: unixSeconds('agreed_at'),
})

/**
 * When a contract began its emission, as it says itself: immutable there, kept for a start without an RPC
 * endpoint.
 */
export const emissionStarts = pgTable(
  'emission_start',
  {
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    contract: address('contract').notNull(),
    startTime: unixSeconds('start_time').notNull(),
  },
  (table) => [primaryKey({ name: 'emission_start_pkey', columns: [table.chainId, table.contract] })],
)

/**
 * What every process on this database has to share: the genesis account and the pepper's fingerprint, kept by
 * the first.
 */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/**
 * RPC endpoints that the leading indexer does not believe, for all other processes: an endpoint that is not
 * here is believed.
 */
export const distrustedEndpoints = pgTable('rpc_endpoint_distrusted', {
  /** Of the URL, which may hold a key: `endpointFingerprint`. */
  fingerprint: text('fingerprint').primaryKey(),
  /** Place in the indexer's configuration and host. */
  name: text('name').notNull(),
  /** Name of the error. */
  problem: text('problem').notNull(),
  foundAt: at('found_at').notNull().default(sql`clock_timestamp()`),
})

/** What a transaction announces (database/announcements/), kept for some minutes. Unlogged. */
export const announcements = pgTable('announcement', {
  xid: xid('xid').primaryKey().default(sql`pg_current_xact_id()`),
  at: at('at').notNull().default(sql`clock_timestamp()`),
  topics: jsonb('topics').notNull(),
})
