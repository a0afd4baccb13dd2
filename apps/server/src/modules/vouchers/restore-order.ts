import { orderIdToUint } from '@dr/protocol/order-id'
import { KIND_OF_TYPE } from '@dr/protocol/vouchers'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { insertOrders, type NewOrder } from './issue/issue-store.ts'
import { parseOrderRecord } from './issue/order-record.ts'
import { serializeTypedData } from './issue/typed-data.ts'
import type { Order } from './order.ts'
import type { VoucherEvent } from './resolve-orders.ts'
import type { SignedOrder } from './signing-process/signed-orders.ts'
import { markUsed } from './store.ts'

/** The record kept with a voucher is of another one. */
class OtherOrderError extends FatalError {}

/**
 * Writes back the order of a voucher that a final event has used and that this database does not know, as used by
 * that event: it never expires meanwhile. The event itself is booked afterwards, by its handler. Throws FatalError
 * for a record of another voucher; the database refuses one that exists.
 */
export const restoreOrder = async (
  tx: Tx,
  { signed, event, userId }: { signed: SignedOrder; event: VoucherEvent; userId: UserId },
): Promise<Order> => {
  const { voucher, digest, signature } = signed
  const record = parseOrderRecord(signed.order)
  const { account, nonce, deadline, orderId } = voucher.message
  const isOwn = KIND_OF_TYPE[voucher.primaryType] === record.kind
  if (!isOwn || (orderId !== undefined && orderId !== orderIdToUint(record.id))) {
    throw new OtherOrderError(`the record kept with ${digest} is of another order`)
  }
  const order = {
    ...record,
    userId,
    account: account as LowerHex,
    contract: voucher.contract,
    nonce: nonce as bigint,
    deadline: deadline as bigint,
    digest,
    requestKey: null,
    typedData: serializeTypedData(voucher),
    signature,
  } as NewOrder
  const inserted = (await insertOrders(tx, [order])).get(order.id)
  if (!inserted) throw new FatalError(`there is an order with the digest ${digest}`)
  await markUsed(tx, inserted, event)
  return inserted
}
