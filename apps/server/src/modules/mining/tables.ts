import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { baseUnits, bytes32, unixSeconds, userId } from '../../platform/database/columns.ts'

/**
 * Machines for sale. `stockLeft` is neither sold nor reserved; the row is the lock under which stock is
 * reserved.
 */
export const miningProduct = pgTable(
  'mining_product',
  {
    productId: text('product_id').primaryKey(),
    name: text('name').notNull(),
    /** 1 … 9: its appearance, and its position in lists. */
    tier: integer('tier').notNull(),
    /** In T. */
    power: bigint('power', { mode: 'bigint' }).notNull(),
    /** USD for one, 18 decimals. */
    price: baseUnits('price').notNull(),
    drgvShareBps: integer('drgv_share_bps').notNull(),
    stockLeft: bigint('stock_left', { mode: 'bigint' }).notNull(),
    perUserLimit: integer('per_user_limit').notNull(),
    lifeDays: integer('life_days').notNull(),
    /** False: neither listed nor quoted; sold machines go on. */
    offered: boolean('offered').notNull().default(true),
    /** Whether an operator edited it last: then the configuration's seed does not change it. */
    byOperator: boolean('by_operator').notNull().default(false),
  },
  (table) => [
    check('mining_product_stock_not_oversold', sql`${table.stockLeft} >= 0`),
    check('mining_product_tier', sql`${table.tier} BETWEEN 1 AND 9`),
    check('mining_product_share', sql`${table.drgvShareBps} BETWEEN 0 AND 10000`),
    check(
      'mining_product_positive',
      sql`${table.power} > 0 AND ${table.price} > 0 AND ${table.perUserLimit} > 0`,
    ),
    check('mining_product_life', sql`${table.lifeDays} >= 30`),
  ],
)

/**
 * Stock reserved for a user's open vouchers of one product on one nonce: only one of them can be used, so the
 * largest is reserved. Freed when they expire or are superseded; deleted when one is used.
 */
export const miningReservation = pgTable(
  'mining_reservation',
  {
    userId: userId('user_id').notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => miningProduct.productId),
    nonce: bigint('nonce', { mode: 'bigint' }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId, table.nonce] }),
    check('mining_reservation_positive', sql`${table.count} > 0`),
  ],
)

/**
 * Waits before the next reservation after stock was reserved and not bought, doubled each time; a purchase
 * resets the wait.
 */
export const miningReservationWait = pgTable(
  'mining_reservation_wait',
  {
    userId: userId('user_id').notNull(),
    productId: text('product_id').notNull(),
    lapses: integer('lapses').notNull(),
    /** Unix seconds of the chain. */
    retryAt: unixSeconds('retry_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
)

/** Purchases: each a range of machine ids, `id << 7 | offset`, with the terms at the time of the purchase. */
export const miningPurchase = pgTable(
  'mining_purchase',
  {
    /** The contract's id. */
    id: bigint('id', { mode: 'bigint' }).primaryKey(),
    userId: userId('user_id').notNull(),
    orderId: uuid('order_id').notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => miningProduct.productId),
    machineCount: integer('machine_count').notNull(),
    /** Power of one machine, in T. */
    power: bigint('power', { mode: 'bigint' }).notNull(),
    boughtAt: unixSeconds('bought_at').notNull(),
    /** Its machines produce nothing from here on. */
    lifeEnd: unixSeconds('life_end').notNull(),
    txHash: bytes32('tx_hash').notNull(),
    /** Base units of USDT that went to the treasury. */
    usdtPaid: baseUnits('usdt_paid').notNull(),
    /** Base units of DRGV that were burned. */
    drgvBurned: baseUnits('drgv_burned').notNull(),
  },
  (table) => [
    uniqueIndex('mining_purchase_order').on(table.orderId),
    index('mining_purchase_user').on(table.userId, table.productId),
    index('mining_purchase_list').on(table.userId, table.id),
    check('mining_purchase_count', sql`${table.machineCount} BETWEEN 1 AND 100`),
  ],
)

/**
 * Machines, with the time until which their electricity is paid. The state follows from these and the clock
 * (docs/product.md 6).
 */
export const miningMachine = pgTable(
  'mining_machine',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey(),
    purchaseId: bigint('purchase_id', { mode: 'bigint' })
      .notNull()
      .references(() => miningPurchase.id),
    userId: userId('user_id').notNull(),
    /**
     * Value of the contract, which does not know the machine's life. Null: never paid. Unix seconds, a whole
     * hour.
     */
    chainPaidUntil: unixSeconds('chain_paid_until'),
    /** `chainPaidUntil`, limited by the machine's life. */
    paidUntil: unixSeconds('paid_until'),
  },
  (table) => [
    index('mining_machine_user').on(table.userId, table.id),
    index('mining_machine_purchase').on(table.purchaseId),
    check(
      'mining_machine_paid_whole',
      sql`(${table.paidUntil} IS NULL) = (${table.chainPaidUntil} IS NULL) AND ${table.paidUntil} <= ${table.chainPaidUntil}`,
    ),
  ],
)

/** Payments of electricity. */
export const miningActivation = pgTable(
  'mining_activation',
  {
    /** For a renewal without a voucher, derived from its event (`payment-id.rules.ts`). */
    orderId: uuid('order_id').primaryKey(),
    /** For lists, newest first. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    userId: userId('user_id').notNull(),
    at: unixSeconds('at').notNull(),
    /** Paid machines; shifted by 7 bits, their purchases. */
    machineIds: bigint('machine_ids', { mode: 'bigint' }).array().notNull(),
    periods: integer('periods').notNull(),
    /** Base units of DRGV that were burned. */
    drgvBurned: baseUnits('drgv_burned').notNull(),
    txHash: bytes32('tx_hash').notNull(),
  },
  (table) => [index('mining_activation_list').on(table.userId, table.seq)],
)

/**
 * Power of a user that joins (> 0) or leaves (< 0) at a moment. Appended by events, folded in order of time.
 */
export const miningPowerChange = pgTable(
  'mining_power_change',
  {
    userId: userId('user_id').notNull(),
    /** Unix seconds. */
    at: unixSeconds('at').notNull(),
    /** In T. */
    delta: bigint('delta', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.at] })],
)

/**
 * Power changes of all users together: a fold reads these, whatever the number of machines. Written only
 * together with the table above.
 */
export const miningPowerMoment = pgTable('mining_power_moment', {
  at: unixSeconds('at').primaryKey(),
  /** In T. */
  delta: bigint('delta', { mode: 'bigint' }).notNull(),
})

/**
 * The accumulator at every moment at which power changed, and at each midnight. Written once, by the fold.
 */
export const miningAccPoint = pgTable('mining_acc_point', {
  at: unixSeconds('at').primaryKey(),
  acc: baseUnits('acc').notNull(),
})

/** The mining pool up to the last final release: one row, written only by the indexer. */
export const miningPool = pgTable(
  'mining_pool',
  {
    id: integer('id').primaryKey().default(1),
    /** `until` of the last release, Unix seconds. */
    time: unixSeconds('time').notNull(),
    releaseId: bigint('release_id', { mode: 'bigint' }).notNull(),
    /** Base units released so far. */
    released: baseUnits('released').notNull(),
    /** In T, before the changes at `time`. */
    power: bigint('power', { mode: 'bigint' }).notNull(),
    acc: baseUnits('acc').notNull(),
    carry: baseUnits('carry').notNull(),
    /**
     * Scaled by 10^27: emission without producing power, and remainders of divisions. It remains in the pool.
     */
    undistributed: baseUnits('undistributed').notNull(),
  },
  (table) => [
    check('mining_pool_one_row', sql`${table.id} = 1`),
    check('mining_pool_power', sql`${table.power} >= 0`),
  ],
)

/** Accrued amounts of users, settled lazily on collection. */
export const miningPosition = pgTable(
  'mining_position',
  {
    userId: userId('user_id').primaryKey(),
    settledTo: unixSeconds('settled_to').notNull(),
    power: bigint('power', { mode: 'bigint' }).notNull(),
    acc: baseUnits('acc').notNull(),
    /** Scaled by 10^27; the fraction remains after collecting. */
    accrued: baseUnits('accrued').notNull(),
    collectCount: integer('collect_count').notNull(),
    /** Base units. */
    collectedTotal: baseUnits('collected_total').notNull(),
    /** The chain's time; null: never. */
    lastCollectedAt: unixSeconds('last_collected_at'),
  },
  (table) => [
    check('mining_position_power', sql`${table.power} >= 0`),
    check('mining_position_accrued', sql`${table.accrued} >= 0`),
  ],
)

/** Collections, for the daily series. */
export const miningCollect = pgTable(
  'mining_collect',
  {
    journalId: bigint('journal_id', { mode: 'bigint' }).primaryKey(),
    userId: userId('user_id').notNull(),
    at: unixSeconds('at').notNull(),
    amount: baseUnits('amount').notNull(),
    releaseId: bigint('release_id', { mode: 'bigint' }).notNull(),
  },
  (table) => [index('mining_collect_user').on(table.userId, table.at)],
)

/** Totals sold and burned, for the public figures: one row, written only by the indexer. */
export const miningTotal = pgTable(
  'mining_total',
  {
    id: integer('id').primaryKey().default(1),
    machines: bigint('machines', { mode: 'bigint' }).notNull(),
    /** Base units of DRGV, by purchases and electricity. */
    drgvBurned: baseUnits('drgv_burned').notNull(),
    /** The part of it that electricity burned. */
    electricity: baseUnits('electricity').notNull(),
  },
  (table) => [check('mining_total_one_row', sql`${table.id} = 1`)],
)
