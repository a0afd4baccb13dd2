import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { address, baseUnits, bytes32, unixSeconds } from '../../platform/database/columns.ts'

/** Rounds of the digit draw, by final events. The money is in the contract: nothing here is a balance. */
export const draws = pgTable(
  'draw',
  {
    /** Number in the contract, from 1. */
    id: bigint('id', { mode: 'bigint' }).primaryKey(),
    commitment: bytes32('commitment').notNull(),
    closeBlock: bigint('close_block', { mode: 'bigint' }).notNull(),
    targetBlock: bigint('target_block', { mode: 'bigint' }).notNull(),
    openedAt: unixSeconds('opened_at').notNull(),
    state: text('state').$type<'open' | 'drawn' | 'expired'>().notNull().default('open'),
    entries: integer('entries').notNull().default(0),
    /** Base units of DR. */
    total: baseUnits('total').notNull().default(sql`0`),
    entriesHash: bytes32('entries_hash').notNull(),
    digit: integer('digit'),
    secret: bytes32('secret'),
    targetHash: bytes32('target_hash'),
    /** Prize, or refund. */
    owed: baseUnits('owed'),
    settledAt: unixSeconds('settled_at'),
    settledTx: bytes32('settled_tx'),
  },
  (table) => [
    index('draw_settled').on(table.id).where(sql`${table.state} <> 'open'`),
    index('draw_unsettled').on(table.id).where(sql`${table.state} = 'open'`),
    check('draw_state', sql`${table.state} IN ('open', 'drawn', 'expired')`),
    check('draw_digit', sql`(${table.state} = 'drawn') = (${table.digit} IS NOT NULL)`),
    check('draw_digit_range', sql`${table.digit} BETWEEN 0 AND 9`),
    check('draw_settled_at', sql`(${table.state} = 'open') = (${table.settledAt} IS NULL)`),
  ],
)

export const drawEntries = pgTable(
  'draw_entry',
  {
    drawId: bigint('draw_id', { mode: 'bigint' }).notNull(),
    /** Index within the draw, from 0. */
    place: bigint('place', { mode: 'bigint' }).notNull(),
    account: address('account').notNull(),
    digit: integer('digit').notNull(),
    amount: baseUnits('amount').notNull(),
    at: unixSeconds('at').notNull(),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [
    primaryKey({ name: 'draw_entry_pk', columns: [table.drawId, table.place] }),
    index('draw_entry_account').on(table.account, table.drawId),
    check('draw_entry_amount', sql`${table.amount} > 0`),
  ],
)

/** Payments: prizes and refunds, one for each account and draw. */
export const drawClaims = pgTable(
  'draw_claim',
  {
    drawId: bigint('draw_id', { mode: 'bigint' }).notNull(),
    account: address('account').notNull(),
    amount: baseUnits('amount').notNull(),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [primaryKey({ name: 'draw_claim_pk', columns: [table.drawId, table.account] })],
)

/** Fundings of the pot: the provenance of every prize. */
export const drawFundings = pgTable('draw_funding', {
  /** The event's key. */
  key: text('key').primaryKey(),
  seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  source: address('source').notNull(),
  amount: baseUnits('amount').notNull(),
  memo: text('memo').notNull(),
  at: unixSeconds('at').notNull(),
  txHash: bytes32('tx_hash').notNull(),
})
