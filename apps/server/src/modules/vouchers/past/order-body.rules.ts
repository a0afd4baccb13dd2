/** An order's row as compressed JSON, for `voucher_order_past`. Pure. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { OrderRow } from '../order-row.ts'
import { ORDER_DICTIONARY } from './order-dictionary.ts'

/** First byte of a body: which dictionary it was compressed with. */
const FORMAT = 1
const LEVEL = 9
const HEAD_BYTES = 3

/** What `voucher_order_past` has beside the body. */
type Kept = 'id' | 'seq' | 'user_id' | 'kind'
export type EndedRow = OrderRow & { readonly resolved_at: Date }

/** Numbers of 64 bits, which JSON has as text. */
const BIGINTS = ['nonce', 'deadline', 'issued_at_block', 'block_number'] as const
const DATES = ['created_at', 'resolved_at'] as const

/** Hex in lower case as a JSON value; at most 255 bytes, so that one byte says how many. */
const HEX = /"0x((?:[0-9a-f]{2}){1,255})"/g
/**
 * In JSON a backtick occurs in a string alone, so outside of one it can mark the n-th of the values that
 * follow.
 */
const MARKED = /"(?:[^"\\]|\\.)*"|`(\d+)`/g

/** Two digits of hex are a byte, which zlib does not see; and an address is in a row two or three times. */
const takeHex = (json: string): { readonly rest: string; readonly found: readonly string[] } => {
  const places = new Map<string, number>()
  const rest = json.replace(HEX, (_, digits: string) => {
    if (!places.has(digits)) places.set(digits, places.size)
    return `\`${places.get(digits)}\``
  })
  return { rest, found: [...places.keys()] }
}

/**
 * The format, the length of the compressed JSON (two bytes), that JSON, and its hex values: each its length
 * and its bytes.
 */
export const encodeOrder = ({ id: _, seq: __, user_id: ___, kind: ____, ...row }: EndedRow): Uint8Array => {
  const { rest, found } = takeHex(
    JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )
  const json = deflateRawSync(rest, { level: LEVEL, dictionary: ORDER_DICTIONARY })
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(FORMAT)
  head.writeUInt16BE(json.length, 1)
  const values = found.flatMap((digits) => [Buffer.of(digits.length / 2), Buffer.from(digits, 'hex')])
  return Buffer.concat([head, json, ...values])
}

const readValues = (bytes: Buffer): string[] => {
  const values: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt8(at)
    values.push(bytes.toString('hex', at + 1, at + 1 + length))
    at += 1 + length
  }
  return values
}

/** The rest of the row again. Throws `RangeError` for a format that this program does not know. */
export const decodeOrder = (body: Uint8Array): Omit<EndedRow, Kept> => {
  const bytes = Buffer.from(body)
  if (bytes[0] !== FORMAT) throw new RangeError(`an order of format ${bytes[0]}`)
  const end = HEAD_BYTES + bytes.readUInt16BE(1)
  const json = inflateRawSync(bytes.subarray(HEAD_BYTES, end), { dictionary: ORDER_DICTIONARY }).toString()
  const values = readValues(bytes.subarray(end))
  const row = JSON.parse(
    json.replace(MARKED, (text, place?: string) =>
      place === undefined ? text : `"0x${values[Number(place)]}"`,
    ),
  ) as Record<string, string | null>
  const revived: Record<string, unknown> = { ...row }
  for (const name of BIGINTS) if (typeof row[name] === 'string') revived[name] = BigInt(row[name])
  for (const name of DATES) if (typeof row[name] === 'string') revived[name] = new Date(row[name])
  return revived as Omit<EndedRow, Kept>
}
