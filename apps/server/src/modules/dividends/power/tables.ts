import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  address,
  baseUnits,
  bytes32,
  unixSeconds,
  userId,
  weekNumber,
  wide,
} from '../../../platform/database/columns.ts'
import { LATE_PURCHASE } from './late-purchase.ts'

/**
 * Final purchases of POD power. Pledged from the end of `week` on, when the sum of a holder's purchases of
 * the week joins the pool. Written only by the indexer, immutable (trigger).
 */
export const podPurchase = pgTable(
  'pod_purchase',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: userId('user_id').notNull(),
    orderId: uuid('order_id').notNull(),
    /** DR burned. */
    drAmount: baseUnits('dr_amount').notNull(),
    /** USDR paid to the treasury. */
    usdrAmount: baseUnits('usdr_amount').notNull(),
    /** Base units of POD power. */
    power: baseUnits('power').notNull(),
    /** USDT for one DR at the purchase, 18 decimals. */
    drPrice: baseUnits('dr_price').notNull(),
    referrer: address('referrer').notNull(),
    at: unixSeconds('at').notNull(),
    /** The week of `at`; for an event that was in suspense until its week was closed, the next open week. */
    week: weekNumber('week').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    logIndex: integer('log_index').notNull(),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [
    uniqueIndex('pod_purchase_order').on(table.orderId),
    index('pod_purchase_user').on(table.userId, table.id),
    index('pod_purchase_user_week').on(table.userId, table.week),
    index('pod_purchase_late').on(table.week).where(sql.raw(LATE_PURCHASE)),
    check('pod_purchase_positive', sql`${table.drAmount} > 0 AND ${table.power} > 0`),
  ],
)

/** Holders, settled lazily (ADR 0011): all weeks before `week` are settled. Created by the first purchase. */
export const podPosition = pgTable(
  'pod_position',
  {
    userId: userId('user_id').primaryKey(),
    account: address('account').notNull(),
    week: weekNumber('week').notNull(),
    generation: bigint('generation', { mode: 'bigint' }).notNull(),
    shares: wide('shares').notNull(),
    /** Index up to which the accrued dividends are computed. */
    indexLeft: wide('index_left').notNull(),
    paidUsdt: wide('paid_usdt').notNull(),
    paidDr: wide('paid_dr').notNull(),
    /** Base units × SCALE, less the credited amounts. */
    accruedUsdt: wide('accrued_usdt').notNull(),
    accruedDr: wide('accrued_dr').notNull(),
    /** Fine power (FINE to the base unit). */
    unpledged: wide('unpledged').notNull(),
    /** Base units of dividends credited so far. */
    creditedUsdt: baseUnits('credited_usdt').notNull(),
    creditedDr: baseUnits('credited_dr').notNull(),
    /** The part of the pledge that was reported to teams, without purchases since `week`. Base units. */
    told: baseUnits('told').notNull().default(sql`0`),
  },
  (table) => [
    uniqueIndex('pod_position_account').on(table.account),
    index('pod_position_behind').on(table.week, table.userId),
    check(
      'pod_position_not_negative',
      sql`${table.shares} >= 0 AND ${table.unpledged} >= 0 AND ${table.accruedUsdt} >= 0 AND ${table.accruedDr} >= 0`,
    ),
  ],
)

/**
 * A holder's requests within a week, effective at its end. Written only by requests, under the position's
 * lock: purchases are in `pod_purchase`, so that indexer and requests never wait for each other.
 */
export const podPledgeChange = pgTable(
  'pod_pledge_change',
  {
    userId: userId('user_id').notNull(),
    week: weekNumber('week').notNull(),
    /** Fine power pledged, beside the week's purchases; negative if some of these were taken back. */
    joining: wide('joining').notNull(),
    /** Shares unpledged. */
    leaving: wide('leaving').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.week] }),
    check('pod_pledge_change_leaving', sql`${table.leaving} >= 0`),
  ],
)

/** Sums of a week over all holders, in stripes against lock contention: the close reads these few rows. */
export const podWeekTotal = pgTable(
  'pod_week_total',
  {
    week: weekNumber('week').notNull(),
    /** 0: purchases, by the indexer. Others: requests, by user. */
    stripe: integer('stripe').notNull(),
    /** Fine power. */
    joining: wide('joining').notNull(),
    /** Shares. */
    leaving: wide('leaving').notNull(),
  },
  (table) => [primaryKey({ columns: [table.week, table.stripe] })],
)

/** POD power bought within a week by each buyer, for the growth ranking. Written only by the indexer. */
export const podGrowth = pgTable(
  'pod_growth',
  {
    week: weekNumber('week').notNull(),
    userId: userId('user_id').notNull(),
    bought: baseUnits('bought').notNull(),
    /** Position of the last purchase in the order of the chain: block × 2^20 + log. */
    reachedAt: bigint('reached_at', { mode: 'bigint' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.userId] }),
    index('pod_growth_rank').on(table.week, table.bought.desc().nullsFirst(), table.reachedAt),
  ],
)

/** POD power bought by all users on a UTC day. Written only by the indexer. */
export const podDayTotal = pgTable('pod_day_total', {
  /** Days since 1970-01-01. */
  day: integer('day').primaryKey(),
  power: baseUnits('power').notNull(),
  drBurned: baseUnits('dr_burned').notNull(),
})

/**
 * The pledged power of all holders as scaled balances (ADR 0011): one row, written only by the weekly close.
 */
export const podPool = pgTable(
  'pod_pool',
  {
    id: integer('id').primaryKey().default(1),
    /** The first week that is not closed. */
    week: weekNumber('week').notNull(),
    generation: bigint('generation', { mode: 'bigint' }).notNull(),
    indexLeft: wide('index_left').notNull(),
    paidUsdt: wide('paid_usdt').notNull(),
    paidDr: wide('paid_dr').notNull(),
    /** Effective throughout `week`. */
    shares: wide('shares').notNull(),
  },
  (table) => [
    check('pod_pool_one_row', sql`${table.id} = 1`),
    check('pod_pool_not_negative', sql`${table.shares} >= 0 AND ${table.indexLeft} > 0`),
  ],
)

/** Immutable records of closed weeks (trigger), from which holders are settled later. */
export const podClose = pgTable(
  'pod_close',
  {
    week: weekNumber('week').primaryKey(),
    generation: bigint('generation', { mode: 'bigint' }).notNull(),
    /** After the week's payment, before a new generation. */
    indexLeft: wide('index_left').notNull(),
    paidUsdt: wide('paid_usdt').notNull(),
    paidDr: wide('paid_dr').notNull(),
    endsGeneration: boolean('ends_generation').notNull(),
    /** Shares of the pool during and after the week, for the published result. */
    shares: wide('shares').notNull(),
    sharesAfter: wide('shares_after').notNull(),
  },
  (table) => [index('pod_close_generation_ends').on(table.week).where(sql`${table.endsGeneration}`)],
)
