/** A voucher as the call that uses it. */
import type { Voucher } from './calls/voucher.ts'
import { KIND_OF_TYPE, VOUCHER_TYPES, VOUCHERS } from './vouchers.ts'

/** Signed, but not passed: the contract knows them itself. */
const IMPLIED: readonly string[] = ['account', 'nonce']

/**
 * A voucher's call takes its fields in their order, without account and nonce, then the signature. Numbers as `bigint`. `change` overrides fields: for trying what a contract must refuse.
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
    functionName: VOUCHERS[KIND_OF_TYPE[primaryType]].functionName,
    args: [
      ...VOUCHER_TYPES[primaryType].filter(({ name }) => !IMPLIED.includes(name)).map(argumentOf),
      signature,
    ],
  }
}
