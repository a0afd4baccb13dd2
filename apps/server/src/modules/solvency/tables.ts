import type { Setting, SettingContract } from '@dr/protocol/calls/settings'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { address, baseUnits, bytes32, unixSeconds } from '../../platform/database/columns.ts'

/** The last comparison of each vault and token: its balance on chain, and the debt at the same block. */
export const reserveCheck = pgTable(
  'reserve_check',
  {
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    /** The block's time. */
    at: unixSeconds('at').notNull(),
    reserve: baseUnits('reserve').notNull(),
    booked: baseUnits('booked').notNull(),
    owed: baseUnits('owed').notNull(),
    pools: baseUnits('pools').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vault, table.token] })],
)

/**
 * Periods in which a vault held less than was owed from it: from the first comparison with a shortfall to the
 * first without.
 */
export const reserveShortfall = pgTable(
  'reserve_shortfall',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    sinceBlock: bigint('since_block', { mode: 'bigint' }).notNull(),
    since: unixSeconds('since').notNull(),
    /** Maximum shortfall, base units. */
    worst: baseUnits('worst').notNull(),
    /** Null while it lasts. */
    untilBlock: bigint('until_block', { mode: 'bigint' }),
    until: unixSeconds('until'),
  },
  (table) => [
    uniqueIndex('reserve_shortfall_open').on(table.vault, table.token).where(sql`${table.until} IS NULL`),
    check('reserve_shortfall_worst', sql`${table.worst} > 0`),
    check('reserve_shortfall_end', sql`(${table.until} IS NULL) = (${table.untilBlock} IS NULL)`),
  ],
)

/** Amounts paid into a vault to cover its existing debts (`Funding.recapitalise`). */
export const recapitalisation = pgTable(
  'recapitalisation',
  {
    seq: bigint('seq', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The event's key. */
    key: text('key').notNull().unique(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
    source: address('source').notNull(),
    /** The block's time. */
    at: unixSeconds('at').notNull(),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [check('recapitalisation_amount', sql`${table.amount} > 0`)],
)

/**
 * Inflows of vaults that an event announces in the same transaction, and that the event's own module books.
 * Inserted by the event, deleted by the Transfer that follows it; none remains.
 */
export const expectedInflow = pgTable(
  'expected_inflow',
  {
    /** `<the event's key>:<vault>`. */
    key: text('key').primaryKey(),
    txHash: bytes32('tx_hash').notNull(),
    vault: smallint('vault').notNull(),
    token: text('token').notNull(),
    amount: baseUnits('amount').notNull(),
  },
  (table) => [index('expected_inflow_tx').on(table.txHash)],
)

/** Settings of contracts by their events. */
export const settingChange = pgTable('setting_change', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The event's key. */
  key: text('key').notNull().unique(),
  contract: text('contract').notNull().$type<SettingContract>(),
  address: address('address').notNull(),
  setting: text('setting').notNull().$type<Setting>(),
  /** The event's arguments by name, as text. */
  arguments: jsonb('arguments').notNull(),
  at: unixSeconds('at').notNull(),
  blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
  txHash: bytes32('tx_hash').notNull(),
})

/** Calls of operations announced to the time-lock. */
export const announcedCall = pgTable(
  'announced_call',
  {
    operationId: bytes32('operation_id').notNull(),
    callIndex: integer('call_index').notNull(),
    target: address('target').notNull(),
    /** Calldata, hex. */
    data: text('data').notNull(),
    announcedAt: unixSeconds('announced_at').notNull(),
    executableAt: unixSeconds('executable_at').notNull(),
    state: text('state').notNull().$type<'waiting' | 'done' | 'cancelled'>().default('waiting'),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.operationId, table.callIndex] }),
    check('announced_call_state', sql`${table.state} IN ('waiting', 'done', 'cancelled')`),
  ],
)

/**
 * Burned amounts of a UTC day, by final events, for the chart on the platform page. Base units. `released` is
 * used only by 1.0.6.
 */
export const solvencyDay = pgTable('solvency_day', {
  /** Days since 1970. */
  day: bigint('day', { mode: 'bigint' }).primaryKey(),
  released: baseUnits('released').notNull().default(sql`0`),
  burnedDr: baseUnits('burned_dr').notNull().default(sql`0`),
  burnedDrgv: baseUnits('burned_drgv').notNull().default(sql`0`),
})
