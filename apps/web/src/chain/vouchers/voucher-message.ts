import type { VoucherTypedData } from '@dr/protocol/voucher-schemas'
import { KIND_OF_TYPE, VOUCHER_TYPES, type VoucherMessage } from '@dr/protocol/vouchers'
import type { Address } from 'viem'

export type { VoucherMessage }

type Fields = VoucherTypedData['message']

/** Throws if a field is missing or no number: such a voucher is refused. */
const uint = (fields: Fields, name: string): bigint => {
  const text = fields[name]
  if (typeof text !== 'string' || !/^\d+$/.test(text))
    throw new TypeError(`voucher field ${name} is no number`)
  return BigInt(text)
}

const uints = (fields: Fields, name: string): readonly bigint[] => {
  const texts = fields[name]
  if (!Array.isArray(texts)) throw new TypeError(`voucher field ${name} is no list`)
  return texts.map((text) => uint({ [name]: text }, name))
}

const address = (fields: Fields, name: string): Address => {
  const text = fields[name]
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new TypeError(`voucher field ${name} is no address`)
  return text.toLowerCase() as Address
}

const readers = { uint256: uint, 'uint256[]': uints, address } as const

/**
 * Reads the signed fields by the app's own list for the kind, ignoring others. Receipts and calls use only
 * this.
 */
export const readVoucherMessage = ({ primaryType, message }: VoucherTypedData): VoucherMessage => {
  const fields = VOUCHER_TYPES[primaryType].map(({ name, type }) => [name, readers[type](message, name)])
  return { kind: KIND_OF_TYPE[primaryType], ...Object.fromEntries(fields) } as VoucherMessage
}
