import { typedDataSchema } from '@dr/protocol/voucher-schemas'
import { contractOfType, KIND_OF_TYPE, VOUCHER_TYPES } from '@dr/protocol/vouchers'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UnsignedVoucher, VoucherField } from '../issue/digest.ts'
import { type Refusal, refusal } from './policy.rules.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/
const NUMBER = /^(0|[1-9]\d{0,77})$/

type Read = (value: string | readonly string[] | undefined) => VoucherField | undefined
const readNumber = (value: unknown) =>
  typeof value === 'string' && NUMBER.test(value) && BigInt(value) < 2n ** 256n ? BigInt(value) : undefined
const READERS: Readonly<Record<string, Read>> = {
  address: (value) => (typeof value === 'string' && ADDRESS.test(value) ? (value as LowerHex) : undefined),
  uint256: readNumber,
  'uint256[]': (value) => {
    const items = Array.isArray(value) ? value.map(readNumber) : []
    return items.length > 0 && items.every((item) => item !== undefined) ? items : undefined
  },
}

const hasType = (value: unknown): value is { readonly primaryType: string } =>
  typeof value === 'object' &&
  value !== null &&
  'primaryType' in value &&
  typeof value.primaryType === 'string'

/** Parses typed data as a voucher; returns a refusal unless it is exactly one of the registry's kinds. */
export const parseTypedData = (typedData: unknown): UnsignedVoucher | Refusal => {
  const parsed = typedDataSchema.safeParse(typedData)
  if (!parsed.success) {
    const unknown = hasType(typedData) && !Object.hasOwn(KIND_OF_TYPE, typedData.primaryType)
    return unknown
      ? refusal('kind', 'no voucher has this type')
      : refusal('malformed', 'no typed data of ours')
  }
  const { domain, primaryType, types, message } = parsed.data
  const fields = VOUCHER_TYPES[primaryType]
  if (JSON.stringify(types) !== JSON.stringify({ [primaryType]: fields })) {
    return refusal('kind', `these are not the fields of ${primaryType}`)
  }
  if (domain.name !== contractOfType(primaryType)) {
    return refusal('contract', `${primaryType} is not of the domain it names`)
  }
  const entries = fields.map(({ name, type }) => [name, READERS[type]?.(message[name])] as const)
  const wrong = entries.find(([, value]) => value === undefined)
  if (wrong) return refusal('message', `${primaryType} has no ${wrong[0]} of its type`)
  if (Object.keys(message).length !== entries.length) {
    return refusal('message', `${primaryType} has fields of no type`)
  }
  return {
    primaryType,
    chainId: domain.chainId,
    contract: domain.verifyingContract as LowerHex,
    message: Object.fromEntries(entries) as UnsignedVoucher['message'],
  }
}
