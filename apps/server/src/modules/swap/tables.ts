import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { address, baseUnits, bytes32, unixSeconds, userId } from '../../platform/database/columns.ts'

/**
 * Final swaps with their fees. Written even if the server does not know the order, since a flush contains the
 * fees of all swaps. `userId` is set if the order was issued here.
 */
export const swapRecord = pgTable(
  'swap_record',
  {
    /** For lists, newest first. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    txHash: bytes32('tx_hash').notNull(),
    logIndex: integer('log_index').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    at: unixSeconds('at').notNull(),
    account: address('account').notNull(),
    orderId: uuid('order_id').notNull(),
    /** Null if this server did not issue the voucher; then no user sees the swap. */
    userId: userId('user_id'),
    inputToken: text('input_token').notNull(),
    outputToken: text('output_token').notNull(),
    inputAmount: baseUnits('input_amount').notNull(),
    outputAmount: baseUnits('output_amount').notNull(),
    /** Base units of USDT. */
    fee: baseUnits('fee').notNull(),
    /** The swapper's inviter at the time of the swap's event, and their part of the fee. */
    inviterId: userId('inviter_id'),
    inviterShare: baseUnits('inviter_share').notNull(),
    /** The flush that took the fee to the vaults. */
    flushId: bigint('flush_id', { mode: 'bigint' }),
  },
  (table) => [
    primaryKey({ columns: [table.txHash, table.logIndex] }),
    index('swap_record_user').on(table.userId, table.seq),
    index('swap_record_unflushed').on(table.seq).where(sql`${table.flushId} IS NULL`),
    check('swap_record_two_tokens', sql`${table.inputToken} <> ${table.outputToken}`),
    check('swap_record_share', sql`${table.inviterShare} = 0 OR ${table.inviterId} IS NOT NULL`),
  ],
)

/**
 * Amounts that open swap vouchers may still take out of the exchange's inventory. Deleted when the order
 * ends.
 */
export const swapPromise = pgTable(
  'swap_promise',
  {
    orderId: uuid('order_id').primaryKey(),
    /** Vouchers of one account on one nonce exclude each other: only the largest of them counts. */
    account: address('account').notNull(),
    nonce: bigint('nonce', { mode: 'bigint' }).notNull(),
    /** After it no block accepts the voucher, even if its order has not ended here. */
    deadline: unixSeconds('deadline').notNull(),
    outputToken: text('output_token').notNull(),
    outputAmount: baseUnits('output_amount').notNull(),
    /** The fee if it is paid from the inventory's USDT: incoming USDT pays its own fee. */
    usdtForFee: baseUnits('usdt_for_fee').notNull(),
  },
  (table) => [index('swap_promise_nonce').on(table.account, table.nonce)],
)
