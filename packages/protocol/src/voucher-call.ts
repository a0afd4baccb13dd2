/** A voucher as the call that uses it. */
import type { Voucher } from './calls/voucher.ts'
import { VOUCHER_TYPES } from './typed-data.ts'

/** Signed, but not passed: the contract knows them itself. */
const IMPLIED: readonly string[] = ['account', 'nonce']

/**
 * Every contract's call is named as its voucher's type, and takes the voucher's fields in their order, without account and
 * nonce, then the signature. Numbers as `bigint`. `change` overrides fields: for trying what a contract must refuse.
 */
export const voucherCall = (
  { typedData, signature }: Pick<Voucher, 'typedData' | 'signature'>,
  change: Readonly<Record<string, unknown>> = {},
): { readonly functionName: string; readonly args: readonly unknown[] } => {
  const { primaryType, message } = typedData
  const argumentOf = ({ name, type }: { name: string; type: string }): unknown => {
    if (name in change) return change[name]
    const value = message[name]
    if (value === undefined) throw new TypeError(`the voucher has no ${name}`)
    if (type === 'address') return value
    return Array.isArray(value) ? value.map(BigInt) : BigInt(value)
  }
  return {
    functionName: `${primaryType.charAt(0).toLowerCase()}${primaryType.slice(1)}`,
    args: [
      ...VOUCHER_TYPES[primaryType].filter(({ name }) => !IMPLIED.includes(name)).map(argumentOf),
      signature,
    ],
  }
}
