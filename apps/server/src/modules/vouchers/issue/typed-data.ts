import type { VoucherTypedData } from '@dr/protocol/voucher-schemas'
import { contractOfType, VOUCHER_TYPES } from '@dr/protocol/vouchers'
import type { TypedDataDomain } from 'viem'
import type { UnsignedVoucher, VoucherField } from './digest.ts'

const domainOf = ({ primaryType, chainId, contract }: UnsignedVoucher) =>
  ({
    name: contractOfType(primaryType),
    version: '1',
    chainId,
    verifyingContract: contract,
  }) as const satisfies TypedDataDomain

const serialize = (field: VoucherField): string | string[] =>
  typeof field === 'object' ? field.map(String) : field.toString()

/** The typed data as the wallet shows it: in the order of the type, numbers as decimal strings. */
export const serializeTypedData = (voucher: UnsignedVoucher): VoucherTypedData => {
  const fields = VOUCHER_TYPES[voucher.primaryType]
  return {
    domain: domainOf(voucher),
    primaryType: voucher.primaryType,
    types: { [voucher.primaryType]: fields.map((field) => ({ ...field })) },
    message: Object.fromEntries(
      fields.map(({ name }) => [name, serialize(voucher.message[name] as VoucherField)]),
    ),
  }
}
