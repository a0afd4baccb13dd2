import type { Voucher } from '@dr/protocol/calls/voucher'
import type { OrderDetailsOf } from '@dr/protocol/order-details'
import type { Hex } from 'viem'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'

export type OrderKind = Voucher['kind']
type OrderStatus = Voucher['status']
/** Ways in which an order ends unused. */
export type OrderEnd = Exclude<OrderStatus, 'open' | 'used'>

/** A voucher and its state, of any kind. */
interface OrderBase {
  readonly id: string
  readonly seq: bigint
  readonly userId: UserId
  readonly account: LowerHex
  readonly contract: LowerHex
  readonly nonce: bigint
  /** Unix seconds. */
  readonly deadline: bigint
  readonly digest: LowerHex
  readonly status: OrderStatus
  readonly typedData: Voucher['typedData']
  readonly signature: Hex
  readonly prices: Voucher['prices']
  readonly outgoing: Voucher['outgoing']
  readonly incoming: Voucher['incoming']
  readonly remaining: number
  readonly issuedAtBlock: bigint
  readonly createdAt: Date
  readonly txHash: LowerHex | null
  readonly blockNumber: bigint | null
}

/** Data that the kind's own module stores with an order, and the kind it belongs to. */
export type OrderDetails = { [Kind in OrderKind]: Readonly<OrderDetailsOf<Kind>> }[OrderKind]
/** An order, by its kind. */
export type Order = { [Kind in OrderKind]: OrderBase & Readonly<OrderDetailsOf<Kind>> }[OrderKind]
export type OrderOf<Kind extends OrderKind> = Extract<Order, { readonly kind: Kind }>

export const isOfKind = <Kind extends OrderKind>(order: Order, kind: Kind): order is OrderOf<Kind> =>
  order.kind === kind

/** The response of a call that issues a voucher (docs/product.md 11). */
export const voucherAnswer = (order: Order): Voucher => ({
  orderId: order.id,
  kind: order.kind,
  status: order.status,
  contract: order.contract,
  typedData: order.typedData,
  signature: order.signature,
  digest: order.digest,
  nonce: order.nonce.toString(),
  deadline: Number(order.deadline),
  issuedAtBlock: Number(order.issuedAtBlock),
  prices: order.prices,
  outgoing: order.outgoing,
  incoming: order.incoming,
  ...(order.kind === 'swap-token' ? { swap: order.details.swap } : {}),
  ...(order.kind === 'withdraw-dr' || order.kind === 'withdraw-usdt'
    ? { withdrawal: { burnFree: order.details.burnFree } }
    : {}),
  remaining: order.remaining,
})
