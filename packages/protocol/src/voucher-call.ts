/** Contract call of a voucher. */
import type { Voucher } from './calls/voucher.ts'
import { argumentFields, KIND_OF_TYPE, VOUCHERS } from './vouchers.ts'

/**
 * Returns the call of a voucher: its fields in order without account and nonce, then the signature. Numbers
 * are `bigint`. `change` overrides fields, to test what a contract must refuse.
 */
export const voucherCall = (
  { typedData, signature }: Pick<Voucher, 'typedData' | 'signature'>,
  change: Readonly<Record<string, unknown>> = {},
): { readonly functionName: string; readonly args: readonly unknown[] } => {
  const { primaryType, message } = typedData
  const kind = KIND_OF_TYPE[primaryType]
  const argumentOf = ({ name, type }: { name: string; type: string }): unknown => {
    if (name in change) return change[name]
    const value = message[name]
    if (value === undefined) throw new TypeError(`the voucher has no ${name}`)
    if (type === 'address') return value
    return Array.isArray(value) ? value.map(BigInt) : BigInt(value)
  }
  return {
    functionName: VOUCHERS[kind].functionName,
    args: [...argumentFields(kind).map(argumentOf), signature],
  }
}
