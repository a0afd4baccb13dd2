/**
 * The part of an order that its voucher does not say, as text: a signing process keeps it beside the signature,
 * from where an order that the database has lost is written back (ADR 0050).
 */
import { voucherSchema } from '@dr/protocol/calls/voucher'
import { parseOrderDetails } from '@dr/protocol/order-details'
import * as z from 'zod'
import type { Order } from '../order.ts'

const { orderId: id, kind, prices, outgoing, incoming, remaining, issuedAtBlock } = voucherSchema.shape
const recordSchema = z.strictObject({
  id,
  kind,
  prices,
  outgoing,
  incoming,
  remaining,
  issuedAtBlock,
  details: z.unknown(),
})

type Recorded = Pick<
  Order,
  'id' | 'kind' | 'prices' | 'outgoing' | 'incoming' | 'remaining' | 'issuedAtBlock'
>

export const serializeOrderRecord = (order: Recorded & { readonly details: object }): string => {
  const { id, kind, prices, outgoing, incoming, remaining, issuedAtBlock, details } = order
  const block = Number(issuedAtBlock)
  return JSON.stringify({ id, kind, prices, outgoing, incoming, remaining, issuedAtBlock: block, details })
}

/** Parses the text of `serializeOrderRecord`. Throws for any other. */
export const parseOrderRecord = (text: string) => {
  const { kind, details, issuedAtBlock, ...rest } = recordSchema.parse(JSON.parse(text))
  return { ...rest, ...parseOrderDetails(kind, details), issuedAtBlock: BigInt(issuedAtBlock) }
}
