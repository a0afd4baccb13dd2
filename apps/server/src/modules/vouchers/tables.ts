import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { address, at, bytes32, unixSeconds, userId } from '../../platform/database/columns.ts'

/**
 * Orders: one row for each voucher, written when it is signed. `status` is set once: used by its final event,
 * expired when a finalized block is past the deadline without it, superseded when another voucher of the
 * account used up the nonce (docs/product.md 5).
 */
export const voucherOrder = pgTable(
  'voucher_order',
  {
    /** UUIDv7; on chain the same 128 bits as a number. Ascends within an account and contract. */
    id: uuid('id').primaryKey(),
    /** For lists, newest first. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    /** A kind of the registry (ADR 0038). Checked only by its type: a new kind needs no migration. */
    kind: text('kind').notNull(),
    userId: userId('user_id').notNull(),
    account: address('account').notNull(),
    contract: address('contract').notNull(),
    nonce: bigint('nonce', { mode: 'bigint' }).notNull(),
    /** Unix seconds, valid up to and including it. */
    deadline: unixSeconds('deadline').notNull(),
    digest: bytes32('digest').notNull(),
    /** Stored values: `order-row.ts`. */
    status: text('status').notNull().default('open'),
    /**
     * Identifies the request, so that an equal one returns the same order while it is fresh. Null: never
     * reused.
     */
    requestKey: text('request_key'),
    /**
     * Typed data, prices, and the lines of the receipt, as in the response (protocol: voucherSchema): always
     * read as a whole, never queried.
     */
    typedData: json('typed_data').notNull(),
    signature: text('signature').notNull(),
    prices: json('prices').notNull(),
    outgoing: json('outgoing').notNull(),
    incoming: json('incoming').notNull(),
    remaining: integer('remaining').notNull(),
    /** Data that the kind's own module needs when the order is resolved. */
    details: jsonb('details').notNull(),
    issuedAtBlock: bigint('issued_at_block', { mode: 'bigint' }).notNull(),
    /** The chain's time. */
    createdAt: at('created_at').notNull(),
    /** Transaction of the final event. */
    txHash: bytes32('tx_hash'),
    blockNumber: bigint('block_number', { mode: 'bigint' }),
    resolvedAt: at('resolved_at'),
  },
  (table) => [
    uniqueIndex('voucher_order_digest').on(table.digest),
    index('voucher_order_user').on(table.userId, table.kind, table.seq),
    index('voucher_order_open')
      .on(table.account, table.contract, table.nonce)
      .where(sql`${table.status} = 'open'`),
    index('voucher_order_last').on(table.account, table.contract, table.id),
    // The same rows as `status = 'open'`, by another predicate: with that one PostgreSQL would scan this
    // index for an account's orders while there are few.
    index('voucher_order_expiry').on(table.deadline).where(sql`${table.resolvedAt} IS NULL`),
    check(
      'voucher_order_status',
      sql`${table.status} IN ('open', 'used', 'expired', 'superseded', 'lapsed', 'closed')`,
    ),
    check('voucher_order_used_by_event', sql`(${table.status} = 'used') = (${table.txHash} IS NOT NULL)`),
    check('voucher_order_resolved_whole', sql`(${table.status} = 'open') = (${table.resolvedAt} IS NULL)`),
  ],
)
