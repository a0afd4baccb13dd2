import {
  VOUCHER_DOMAIN_NAME,
  VOUCHER_TYPES,
  type VoucherType,
  type VoucherTypedData,
} from '@dr/protocol/typed-data'
import { hashTypedData, isAddressEqual, recoverAddress, type TypedDataDomain } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { FatalError } from '../../platform/errors.ts'

type Hex = `0x${string}`
/** A field of a voucher: an address, a number, or a list of numbers. */
export type VoucherField = Hex | bigint | readonly bigint[]
export type VoucherMessage = Readonly<Record<string, VoucherField>>

/** A voucher before it is signed. `message` holds every field of the type. */
export interface UnsignedVoucher {
  readonly primaryType: VoucherType
  readonly chainId: number
  readonly contract: Hex
  readonly message: VoucherMessage
}

/** The key's signature does not verify against its own address: nothing may be handed out. */
export class SignatureMismatchError extends FatalError {}

const domainOf = ({ primaryType, chainId, contract }: UnsignedVoucher) =>
  ({
    name: VOUCHER_DOMAIN_NAME[primaryType],
    version: '1',
    chainId,
    verifyingContract: contract,
  }) as const satisfies TypedDataDomain

const definitionOf = (voucher: UnsignedVoucher) => ({
  domain: domainOf(voucher),
  types: { [voucher.primaryType]: VOUCHER_TYPES[voucher.primaryType] },
  primaryType: voucher.primaryType,
  message: voucher.message,
})

/** The EIP-712 digest: what the contract's event names the voucher by. */
export const digestOf = (voucher: UnsignedVoucher): Hex => hashTypedData(definitionOf(voucher))

const spell = (field: VoucherField): string | string[] =>
  typeof field === 'string'
    ? field.toLowerCase()
    : typeof field === 'bigint'
      ? field.toString()
      : field.map(String)

/** The typed data as the wallet's owner sees it: in the order of the type, numbers as decimal strings. */
export const spellTypedData = (voucher: UnsignedVoucher): VoucherTypedData => {
  const fields = VOUCHER_TYPES[voucher.primaryType]
  return {
    domain: { ...domainOf(voucher), verifyingContract: voucher.contract.toLowerCase() },
    primaryType: voucher.primaryType,
    types: { [voucher.primaryType]: fields.map((field) => ({ ...field })) },
    message: Object.fromEntries(
      fields.map(({ name }) => [name, spell(voucher.message[name] as VoucherField)]),
    ),
  }
}

export interface VoucherSigner {
  readonly address: Hex
  /** Signs, and verifies its own signature before it is handed out. */
  sign(voucher: UnsignedVoucher): Promise<Hex>
}

/** The only holder of the signer's key (ARCHITECTURE.md). */
export const createSigner = (key: Hex): VoucherSigner => {
  const account = privateKeyToAccount(key)
  return {
    address: account.address,
    sign: async (voucher) => {
      const signature = await account.signTypedData(definitionOf(voucher))
      const signedBy = await recoverAddress({ hash: digestOf(voucher), signature })
      if (!isAddressEqual(signedBy, account.address)) {
        throw new SignatureMismatchError('a voucher signature does not verify')
      }
      return signature
    },
  }
}
