/** Orders of signed vouchers, in hourly files beside the journal's: `<hour>.orders.jsonl`. */
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { hexSchema } from '@dr/protocol/schemas'
import type { Hex } from 'viem'
import * as z from 'zod'
import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { digestOf, type UnsignedVoucher } from '../issue/digest.ts'
import { parseTypedData } from './parse-typed-data.ts'

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}\.orders\.jsonl$/

const lineSchema = z.strictObject({
  digest: hexSchema(32),
  signature: hexSchema(65),
  typedData: z.unknown(),
  /** The API's record of the order (`issue/order-record.ts`). */
  order: z.string(),
})
export type SignedOrderLine = z.output<typeof lineSchema>

export interface SignedOrder {
  readonly voucher: UnsignedVoucher
  readonly digest: LowerHex
  readonly signature: Hex
  readonly order: string
}

/** The voucher of a line, which must have the line's digest. */
const parseLine = (line: string, path: string): SignedOrder => {
  try {
    const { digest, signature, typedData, order } = lineSchema.parse(JSON.parse(line))
    const voucher = parseTypedData(typedData)
    if ('refused' in voucher) throw new TypeError(voucher.detail)
    if (digestOf(voucher) !== digest) throw new TypeError('its digest is another voucher’s')
    return { voucher, digest: digest as LowerHex, signature: signature as Hex, order }
  } catch (cause) {
    throw new FatalError(`${path} has a line that was not written by the signing process`, { cause })
  }
}

/**
 * The orders of these digests in a signing process's folder. Other lines are not parsed, so that an incomplete
 * last one, of a crash, is passed over: its signature never left.
 */
export const readSignedOrders = async (
  directory: string,
  digests: ReadonlySet<LowerHex>,
): Promise<ReadonlyMap<LowerHex, SignedOrder>> => {
  const found = new Map<LowerHex, SignedOrder>()
  const names = readdirSync(directory).filter((name) => NAME.test(name))
  for (const name of names.toSorted()) {
    const path = join(directory, name)
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const [, digest] = /^\{"digest":"(0x[0-9a-f]{64})"/.exec(line) ?? []
      if (digests.has(digest as LowerHex)) found.set(digest as LowerHex, parseLine(line, path))
    }
  }
  return found
}
