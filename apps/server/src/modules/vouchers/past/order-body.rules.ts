/** An order's row as compressed JSON, for `voucher_order_past`. Pure. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { OrderRow } from '../order-row.ts'
import { ORDER_DICTIONARY } from './order-dictionary.ts'

/** First byte of a body: which dictionary it was compressed with. */
const FORMAT = 1
const LEVEL = 9

/** What `voucher_order_past` has beside the body. */
type Kept = 'id' | 'seq' | 'user_id' | 'kind'
export type EndedRow = OrderRow & { readonly resolved_at: Date }

/** Numbers of 64 bits, which JSON has as text. */
const BIGINTS = ['nonce', 'deadline', 'issued_at_block', 'block_number'] as const
const DATES = ['created_at', 'resolved_at'] as const

export const encodeOrder = ({ id: _, seq: __, user_id: ___, kind: ____, ...row }: EndedRow): Uint8Array => {
  const json = JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return Buffer.concat([
    Buffer.of(FORMAT),
    deflateRawSync(json, { level: LEVEL, dictionary: ORDER_DICTIONARY }),
  ])
}

/** The rest of the row again. Throws `RangeError` for a format that this program does not know. */
export const decodeOrder = (body: Uint8Array): Omit<EndedRow, Kept> => {
  if (body[0] !== FORMAT) throw new RangeError(`an order of format ${body[0]}`)
  const json = inflateRawSync(body.subarray(1), { dictionary: ORDER_DICTIONARY }).toString()
  const row = JSON.parse(json) as Record<string, string | null>
  const revived: Record<string, unknown> = { ...row }
  for (const name of BIGINTS) if (typeof row[name] === 'string') revived[name] = BigInt(row[name])
  for (const name of DATES) if (typeof row[name] === 'string') revived[name] = new Date(row[name])
  return revived as Omit<EndedRow, Kept>
}
