import { swapTermsSchema, type Voucher, withdrawalTermsSchema } from '@dr/protocol/calls/voucher'
import type { UserId } from '../../platform/ids.ts'

type Hex = `0x${string}`

export type OrderKind = Voucher['kind']
type OrderStatus = Voucher['status']
/** How an order ends without being used. */
export type ReleaseOutcome = 'lapsed' | 'closed'

/** What the kind's own module keeps with an order. JSON values. */
type OrderDetails = Readonly<
  Record<string, string | number | readonly string[] | Readonly<Record<string, string | number>>>
>

/** A voucher and what became of it. */
export interface Order {
  readonly id: string
  readonly seq: bigint
  readonly kind: OrderKind
  readonly userId: UserId
  /** Lower case. */
  readonly account: Hex
  readonly contract: Hex
  readonly nonce: bigint
  /** Unix seconds. */
  readonly deadline: bigint
  readonly digest: Hex
  readonly status: OrderStatus
  readonly typedData: Voucher['typedData']
  readonly signature: Hex
  readonly prices: Voucher['prices']
  readonly outgoing: Voucher['outgoing']
  readonly incoming: Voucher['incoming']
  readonly remaining: number
  readonly details: OrderDetails
  readonly issuedAtBlock: bigint
  readonly createdAt: Date
  readonly txHash: Hex | null
  readonly blockNumber: bigint | null
}

const isWithdrawal = ({ kind }: Order): boolean => kind === 'withdraw-dr' || kind === 'withdraw-usdt'

/** What a call that issues a voucher answers (PRODUCT.md 11). */
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
  ...(order.kind === 'swap-token' ? { swap: swapTermsSchema.parse(order.details.swap) } : {}),
  ...(isWithdrawal(order)
    ? { withdrawal: withdrawalTermsSchema.parse({ burnFree: order.details.burnFree }) }
    : {}),
  remaining: order.remaining,
})
