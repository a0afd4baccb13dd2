import type { Logger } from 'pino'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Order, OrderKind } from './order.ts'
import { COLUMNS, type OrderRow, orderOf, readableOrders, STORED_END } from './order-row.ts'

/** Open orders of an account on a contract, optionally of one nonce. Oldest first. */
export const openOrdersOf = async (
  reader: Reader,
  logger: Pick<Logger, 'error'>,
  { account, contract, nonce }: { account: LowerHex; contract: LowerHex; nonce?: bigint },
): Promise<Order[]> => {
  const { rows } = await reader.query<OrderRow>({
    name: 'voucher_open_of_account',
    text: `SELECT ${COLUMNS.join()} FROM voucher_order
      WHERE account = $1 AND contract = $2 AND status = 'open' AND ($3::bigint IS NULL OR nonce = $3) ORDER BY seq`,
    values: [account, contract, nonce ?? null],
  })
  return readableOrders(rows, logger)
}

/** Whether the voucher with this digest was issued here. */
export const isIssued = async (reader: Reader, digest: LowerHex): Promise<boolean> => {
  const { rowCount } = await reader.query({
    name: 'voucher_is_issued',
    text: 'SELECT 1 FROM voucher_order WHERE digest = $1',
    values: [digest],
  })
  return rowCount > 0
}

/** The order with this digest, locked until this transaction ends. */
export const lockOrderByDigest = async (tx: Tx, digest: LowerHex): Promise<Order | undefined> => {
  const { rows } = await tx.query<OrderRow>({
    name: 'voucher_lock_by_digest',
    text: `SELECT ${COLUMNS.join()} FROM voucher_order WHERE digest = $1 FOR UPDATE`,
    values: [digest],
  })
  return rows[0] && orderOf(rows[0])
}

/** Announces to users that their orders have changed. */
export const announceOrders = (tx: Tx, orders: readonly Pick<Order, 'userId'>[]): Promise<void> =>
  tx.announce({ topic: 'orders', of: orders.map(({ userId }) => userId) })

export const markUsed = async (
  tx: Tx,
  order: Pick<Order, 'id' | 'userId'>,
  { txHash, blockNumber, at }: { txHash: LowerHex; blockNumber: bigint; at: Date },
): Promise<void> => {
  await tx.query({
    name: 'voucher_mark_used',
    text: `UPDATE voucher_order SET status = 'used', tx_hash = $2, block_number = $3, resolved_at = $4 WHERE id = $1`,
    values: [order.id, txHash, blockNumber, at],
  })
  await announceOrders(tx, [order])
}

/** Marks the open order that matches an event as used, if there is one. */
export const markUsedByEvent = async (
  tx: Tx,
  event: {
    account: LowerHex
    contract: LowerHex
    nonce: bigint
    digest: LowerHex
    txHash: LowerHex
    blockNumber: bigint
    at: Date
  },
): Promise<void> => {
  const { rows } = await tx.query<Pick<OrderRow, 'user_id'>>({
    name: 'voucher_mark_used_by_event',
    text: `UPDATE voucher_order SET status = 'used', tx_hash = $5, block_number = $6, resolved_at = $7
      WHERE digest = $4 AND account = $1 AND contract = $2 AND nonce = $3 AND status = 'open' RETURNING user_id`,
    values: [
      event.account,
      event.contract,
      event.nonce,
      event.digest,
      event.txHash,
      event.blockNumber,
      event.at,
    ],
  })
  await tx.announce({ topic: 'orders', of: rows.map(({ user_id }) => Number(user_id)) })
}

const ended = async (tx: Tx, rows: OrderRow[]): Promise<OrderRow[]> => {
  await tx.announce({ topic: 'orders', of: rows.map(({ user_id }) => Number(user_id)) })
  return rows.sort((a, b) => (a.seq < b.seq ? -1 : 1))
}

/**
 * Expires every open order whose deadline is before `before` (Unix seconds). Returns each order exactly once.
 */
export const endExpired = async (
  tx: Tx,
  { before, at }: { before: bigint; at: Date },
): Promise<OrderRow[]> => {
  const { rows } = await tx.query<OrderRow>({
    name: 'voucher_end_expired',
    text: `UPDATE voucher_order SET status = '${STORED_END.expired}', resolved_at = $2
      WHERE resolved_at IS NULL AND deadline < $1 RETURNING ${COLUMNS.join()}`,
    values: [before, at],
  })
  return ended(tx, rows)
}

/**
 * Supersedes every other open order of the account on the contract whose nonce is used up. Returns each order
 * exactly once.
 */
export const endSuperseded = async (
  tx: Tx,
  input: { account: LowerHex; contract: LowerHex; nonce: bigint; except: LowerHex | null; at: Date },
): Promise<OrderRow[]> => {
  const { rows } = await tx.query<OrderRow>({
    name: 'voucher_end_superseded',
    text: `UPDATE voucher_order SET status = '${STORED_END.superseded}', resolved_at = $5
      WHERE status = 'open' AND account = $1 AND contract = $2 AND nonce <= $3
        AND ($4::text IS NULL OR digest <> $4) RETURNING ${COLUMNS.join()}`,
    values: [input.account, input.contract, input.nonce, input.except, input.at],
  })
  return ended(tx, rows)
}

/** Opens an ended order again. */
export const reopen = async (tx: Tx, id: string): Promise<void> => {
  await tx.query({
    name: 'voucher_reopen',
    text: `UPDATE voucher_order SET status = 'open', resolved_at = NULL WHERE id = $1 AND status NOT IN ('open', 'used')`,
    values: [id],
  })
}

/** Rows of a user's orders, newest first. */
export const ordersOfUser = async (
  reader: Reader,
  query: {
    userId: UserId
    /** One kind, or several. */
    kind?: OrderKind | readonly OrderKind[] | undefined
    /** Only open orders. */
    status?: 'open' | undefined
    contract?: LowerHex | undefined
    orderId?: string | undefined
    before?: bigint | undefined
    limit: number
  },
): Promise<OrderRow[]> => {
  const { rows } = await reader.query<OrderRow>({
    name: 'voucher_of_user',
    text: `SELECT ${COLUMNS.join()} FROM voucher_order
      WHERE user_id = $1 AND ($2::text[] IS NULL OR kind = ANY($2::text[])) AND ($3::text IS NULL OR status = $3)
        AND ($4::uuid IS NULL OR id = $4) AND ($5::bigint IS NULL OR seq < $5) AND ($7::text IS NULL OR contract = $7)
      ORDER BY seq DESC LIMIT $6`,
    values: [
      query.userId,
      query.kind === undefined ? null : [query.kind].flat(),
      query.status ?? null,
      query.orderId ?? null,
      query.before ?? null,
      query.limit,
      query.contract ?? null,
    ],
  })
  return rows
}
