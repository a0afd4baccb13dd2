import { sql } from 'drizzle-orm'
import { bigint, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { address, at, baseUnits, bytes32, unixSeconds, xid } from './database/columns.ts'

/**
 * The chain's clock (docs/product.md 3) and the indexer's cursor, in one row: the last finalized block whose
 * events are in this database. Written only by the indexer, in the same transaction as the events' effects.
 */
export const chainClock = pgTable(
  'chain_clock',
  {
    /** One row: a database follows one chain. */
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
 * Running numbers of the chain, such as `DigitalRights.purchaseCount`, and their booked values (ADR 0062).
 * Written only by the indexer, in the transaction of the counted events.
 */
export const chainNumbers = pgTable('chain_number', {
  name: text('name').primaryKey(),
  /** Sum of the handled events. */
  booked: baseUnits('booked').notNull(),
  /** The chain's number less `booked` when it was last asked; other than 0 raises an alarm. */
  gap: baseUnits('gap').notNull().default(sql`0`),
  /** Block up to which events are counted: the cursor, unless another program has moved it. */
  countedTo: bigint('counted_to', { mode: 'bigint' }).notNull(),
  /** Last block at which chain and database agreed; null before the first comparison. */
  agreedBlock: bigint('agreed_block', { mode: 'bigint' }),
  agreedAt: unixSeconds('agreed_at'),
})

/** Start of a contract's emission, immutable in the contract; stored for a start without an RPC endpoint. */
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
 * Values that every process on this database has to share: the genesis account and the pepper's fingerprint,
 * stored by the first.
 */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** RPC endpoints that the leading indexer distrusts, for all other processes; all others are trusted. */
export const distrustedEndpoints = pgTable('rpc_endpoint_distrusted', {
  /** Fingerprint of the URL, which may contain a key: `endpointFingerprint`. */
  fingerprint: text('fingerprint').primaryKey(),
  /** Position in the indexer's configuration and host. */
  name: text('name').notNull(),
  /** Name of the error. */
  problem: text('problem').notNull(),
  foundAt: at('found_at').notNull().default(sql`clock_timestamp()`),
})

/** Announcements of transactions (database/announcements/), stored for some minutes. Unlogged. */
export const announcements = pgTable('announcement', {
  xid: xid('xid').primaryKey().default(sql`pg_current_xact_id()`),
  at: at('at').notNull().default(sql`clock_timestamp()`),
  topics: jsonb('topics').notNull(),
})
