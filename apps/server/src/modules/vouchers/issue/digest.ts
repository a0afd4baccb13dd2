/**
 * EIP-712 digests of vouchers, encoded without viem, whose general encoder takes ten times as long: a voucher
 * has only words and lists of words, and its type hash and domain never change. The tests compare with viem.
 */

import { contractOfType, VOUCHER_TYPES, type VoucherType } from '@dr/protocol/vouchers'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { LowerHex } from '../../../platform/hex.ts'

/** A field of a voucher: an address, a number, or a list of numbers. */
export type VoucherField = LowerHex | bigint | readonly bigint[]
export type VoucherMessage = Readonly<Record<string, VoucherField>>

/** A voucher before it is signed. `message` has every field of the type. */
export interface UnsignedVoucher {
  readonly primaryType: VoucherType
  readonly chainId: number
  readonly contract: LowerHex
  readonly message: VoucherMessage
}

const WORD = 64
const WORD_MAX = 2n ** 256n
const ADDRESS = /^0x[0-9a-f]{40}$/
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/** @noble/hashes 2.x; viem bundles 1.x, which is slower. */
const hash = (bytes: Uint8Array): string => Buffer.from(keccak_256(bytes)).toString('hex')
const hashText = (text: string): string => hash(Buffer.from(text))
const hashHex = (hex: string): string => hash(Buffer.from(hex, 'hex'))

const numberWord = (value: bigint): string => {
  if (value < 0n || value >= WORD_MAX) throw new RangeError(`not a uint256: ${value}`)
  return value.toString(16).padStart(WORD, '0')
}

const addressWord = (value: string): string => {
  if (!ADDRESS.test(value)) throw new TypeError(`not an address in lower case: ${value}`)
  return value.slice(2).padStart(WORD, '0')
}

type Pack = (field: VoucherField) => string
const PACKERS: Readonly<Record<string, Pack>> = {
  address: (field) => addressWord(field as string),
  uint256: (field) => numberWord(field as bigint),
  'uint256[]': (field) => hashHex((field as readonly bigint[]).map(numberWord).join('')),
}

const packerOf = (type: string): Pack => {
  const pack = PACKERS[type]
  if (!pack) throw new TypeError(`a voucher has no fields of type ${type}`)
  return pack
}

const specOf = (type: VoucherType) => ({
  typeHash: hashText(`${type}(${VOUCHER_TYPES[type].map(({ type, name }) => `${type} ${name}`).join()})`),
  fields: VOUCHER_TYPES[type].map(({ name, type }) => ({ name, pack: packerOf(type) })),
})
const SPECS = Object.fromEntries(
  Object.keys(VOUCHER_TYPES).map((type) => [type, specOf(type as VoucherType)]),
) as Record<VoucherType, ReturnType<typeof specOf>>

const separators = new Map<string, string>()

/** Domain separator, cached by contract, of which there are a few. */
const separatorOf = ({ primaryType, chainId, contract }: UnsignedVoucher): string => {
  const name = contractOfType(primaryType)
  const key = `${name}:${chainId}:${contract}`
  const known = separators.get(key)
  if (known !== undefined) return known
  const words = [hashText(DOMAIN_TYPE), hashText(name), hashText('1'), numberWord(BigInt(chainId))]
  const made = hashHex(words.join('') + addressWord(contract))
  separators.set(key, made)
  return made
}

/** The EIP-712 digest, by which the contract's event identifies the voucher. */
export const digestOf = (voucher: UnsignedVoucher): LowerHex => {
  const { typeHash, fields } = SPECS[voucher.primaryType]
  const words = fields.map(({ name, pack }) => {
    const field = voucher.message[name]
    if (field === undefined) throw new TypeError(`the voucher has no ${name}`)
    return pack(field)
  })
  return `0x${hashHex(`1901${separatorOf(voucher)}${hashHex(typeHash + words.join(''))}`)}` as LowerHex
}
