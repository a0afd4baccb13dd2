import type { VoucherTypedData } from '@dr/protocol/voucher-schemas'
import { contractOfType, VOUCHER_TYPES } from '@dr/protocol/vouchers'
import type { TypedDataDomain } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { FatalError } from '../../../platform/errors.ts'
import type { UnsignedVoucher, VoucherField } from './digest.ts'
import { createSignDigest } from './sign-digest.ts'

type Hex = `0x${string}`

/** The key's signature does not verify against its own address: nothing may be handed out. */
class SignatureMismatchError extends FatalError {}

/** A process of another role was asked for a voucher. */
export class NoSignerKeyError extends FatalError {}

const domainOf = ({ primaryType, chainId, contract }: UnsignedVoucher) =>
  ({
    name: contractOfType(primaryType),
    version: '1',
    chainId,
    verifyingContract: contract,
  }) as const satisfies TypedDataDomain

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
  /** Signs a voucher's digest, and verifies its own signature before it is handed out. */
  sign(digest: Hex): Promise<Hex>
}

const refuse = (): never => {
  throw new NoSignerKeyError("this process has no signer's key: vouchers are the API's")
}

/** Of a process without the key: it books what vouchers did, and signs none. */
const NO_SIGNER: VoucherSigner = {
  get address() {
    return refuse()
  },
  sign: async () => refuse(),
}

/** The only holder of the signer's key (ARCHITECTURE.md); without one, all it does is to throw `NoSignerKeyError`. */
export const createSigner = (key: Hex | undefined): VoucherSigner => {
  if (key === undefined) return NO_SIGNER
  const { address } = privateKeyToAccount(key)
  const signDigest = createSignDigest(key)
  return {
    address,
    sign: async (digest) => {
      const signature = await (await signDigest)(digest)
      if (!signature) throw new SignatureMismatchError('a voucher signature does not verify')
      return signature
    },
  }
}
