/** An order as its row in `voucher_order`. */

import { parseOrderDetails } from '@dr/protocol/order-details'
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { LowerHex } from '../../platform/hex.ts'
import { userIdOf } from '../../platform/ids.ts'
import type { Order, OrderEnd, OrderKind } from './order.ts'

/**
 * Stored status for each end. The released program, which runs beside this one during an update, reads no
 * other; the next release stores the end's own name (apps/server/migrations/README.md).
 */
export const STORED_END = { expired: 'lapsed', superseded: 'closed' } as const satisfies Record<
  OrderEnd,
  string
>

/** Reads both forms of an end. */
const statusOf = (stored: OrderRow['status']): Order['status'] => {
  if (stored === STORED_END.expired) return 'expired'
  return stored === STORED_END.superseded ? 'superseded' : stored
}

/**
 * A withdrawal's vault is stored as `account` too: the released program requires it, and older rows have only
 * that.
 */
export const storedDetails = (details: Order['details']): object =>
  'vault' in details ? { ...details, account: details.vault } : details

const readDetails = (stored: OrderRow['details']): object =>
  'account' in stored ? { vault: stored.account, ...stored } : stored

export interface OrderRow {
  id: string
  seq: bigint
  kind: OrderKind
  user_id: bigint
  account: LowerHex
  contract: LowerHex
  nonce: bigint
  deadline: bigint
  digest: LowerHex
  status: Order['status'] | (typeof STORED_END)[OrderEnd]
  typed_data: Order['typedData']
  signature: Hex
  prices: Order['prices']
  outgoing: Order['outgoing']
  incoming: Order['incoming']
  remaining: number | bigint
  details: object
  issued_at_block: bigint
  created_at: Date
  tx_hash: LowerHex | null
  block_number: bigint | null
}

export const COLUMNS = [
  'id',
  'seq',
  'kind',
  'user_id',
  'account',
  'contract',
  'nonce',
  'deadline',
  'digest',
  'status',
  'typed_data',
  'signature',
  'prices',
  'outgoing',
  'incoming',
  'remaining',
  'details',
  'issued_at_block',
  'created_at',
  'tx_hash',
  'block_number',
]

export const orderOf = (row: OrderRow): Order => ({
  id: row.id,
  seq: row.seq,
  ...parseOrderDetails(row.kind, readDetails(row.details)),
  userId: userIdOf(row.user_id),
  account: row.account,
  contract: row.contract,
  nonce: row.nonce,
  deadline: row.deadline,
  digest: row.digest,
  status: statusOf(row.status),
  typedData: row.typed_data,
  signature: row.signature,
  prices: row.prices,
  outgoing: row.outgoing,
  incoming: row.incoming,
  remaining: Number(row.remaining),
  issuedAtBlock: row.issued_at_block,
  createdAt: row.created_at,
  txHash: row.tx_hash,
  blockNumber: row.block_number,
})

/**
 * The orders of these rows. One that cannot be read (of a kind of a newer program, for example) is logged and
 * left out.
 */
export const readableOrders = (rows: readonly OrderRow[], logger: Pick<Logger, 'error'>): Order[] =>
  rows.flatMap((row) => {
    try {
      return [orderOf(row)]
    } catch (error) {
      logger.error({ err: error, orderId: row.id, kind: row.kind }, 'an order could not be read')
      return []
    }
  })
