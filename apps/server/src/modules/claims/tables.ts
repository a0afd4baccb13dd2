import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { address, at, baseUnits, bytes32, unixSeconds, userId } from '../../platform/database/columns.ts'
import { users } from '../users/tables.ts'

/**
 * Claims and transfers that accounts made on chain by their own call (ADR 0073). The indexer inserts them; the
 * job books each to its account.
 */
export const vaultClaim = pgTable(
  'vault_claim',
  {
    /** The event's key, `chain:<chainId>:<txHash>:<logIndex>`. */
    key: text('key').primaryKey(),
    /** Place in the order of the chain (`placeOf`). */
    place: bigint('place', { mode: 'bigint' }).notNull(),
    kind: text('kind').$type<'claim' | 'transfer'>().notNull(),
    /** The account that is charged. */
    account: address('account').notNull(),
    /** The account that a transfer credits. */
    receiver: address('receiver'),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    /** Epoch of the proof; 0: without one. */
    epoch: baseUnits('epoch').notNull(),
    /** The voucher nonce that it used up. */
    nonce: bigint('nonce', { mode: 'bigint' }).notNull(),
    /** Base units, gross. */
    amount: baseUnits('amount').notNull(),
    /** DR that was burned, or USDT that stayed in the vault for its pool. */
    withheld: baseUnits('withheld').notNull(),
    /** Time of its block. */
    at: unixSeconds('at').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    txHash: bytes32('tx_hash').notNull(),
    /** When it was booked to the account, by the chain's clock; null: not yet. */
    bookedAt: at('booked_at'),
    /** The part that the account's books could not cover. */
    uncovered: baseUnits('uncovered'),
    /** When the job last tried to book it: those that waited longest come first. */
    triedAt: at('tried_at'),
  },
  (table) => [
    index('vault_claim_account').on(table.account, table.place),
    index('vault_claim_open').on(table.account, table.place).where(sql`${table.bookedAt} IS NULL`),
    index('vault_claim_receiver_place')
      .on(table.receiver, table.place)
      .where(sql`${table.receiver} IS NOT NULL`),
    check('vault_claim_kind', sql`${table.kind} IN ('claim', 'transfer')`),
    check('vault_claim_receiver', sql`(${table.kind} = 'transfer') = (${table.receiver} IS NOT NULL)`),
    check('vault_claim_amount', sql`${table.amount} > 0 AND ${table.withheld} BETWEEN 0 AND ${table.amount}`),
    check('vault_claim_booked', sql`(${table.bookedAt} IS NULL) = (${table.uncovered} IS NULL)`),
    check('vault_claim_uncovered', sql`${table.uncovered} BETWEEN 0 AND ${table.amount}`),
  ],
)

/**
 * Transfers that were signed off chain, before ADR 0073; none waits for its receiver any more. The released
 * program reads it, and the next one drops it.
 */
export const internalTransfers = pgTable(
  'internal_transfer',
  {
    id: uuid('id').primaryKey(),
    fromUser: userId('from_user').notNull(),
    toUser: userId('to_user').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    journalId: bigint('journal_id', { mode: 'bigint' }).notNull(),
    at: at('at').notNull(),
    availableAt: unixSeconds('available_at').notNull(),
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
    check('internal_transfer_released', sql`${table.releasedAt} IS NOT NULL`),
    check('internal_transfer_not_self', sql`${table.fromUser} <> ${table.toUser}`),
  ],
)
