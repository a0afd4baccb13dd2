import type { VoucherTypedData } from '@dr/protocol/voucher-schemas'
import { contractOfType, VOUCHER_TYPES } from '@dr/protocol/vouchers'
import { type Hex, recoverAddress, type TypedDataDomain } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { FatalError } from '../../../platform/errors.ts'
import type { UnsignedVoucher, VoucherField } from './digest.ts'
import { createSignDigest } from './sign-digest.ts'

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

const serialize = (field: VoucherField): string | string[] =>
  typeof field === 'string'
    ? field.toLowerCase()
    : typeof field === 'bigint'
      ? field.toString()
      : field.map(String)

/** The typed data as the wallet's owner sees it: in the order of the type, numbers as decimal strings. */
export const serializeTypedData = (voucher: UnsignedVoucher): VoucherTypedData => {
  const fields = VOUCHER_TYPES[voucher.primaryType]
  return {
    domain: { ...domainOf(voucher), verifyingContract: voucher.contract.toLowerCase() },
    primaryType: voucher.primaryType,
    types: { [voucher.primaryType]: fields.map((field) => ({ ...field })) },
    message: Object.fromEntries(
      fields.map(({ name }) => [name, serialize(voucher.message[name] as VoucherField)]),
    ),
  }
}

export interface VoucherSigner {
  /** Addresses of the keys that can sign here, lower case: at most two, during a key rotation. */
  readonly addresses: readonly Hex[]
  /**
   * Signs a voucher's digest with the key of `address` (lower case), and verifies its own signature before it
   * is handed out.
   */
  sign(digest: Hex, address: Hex): Promise<Hex>
  /**
   * Whether `signature` over `digest` is by `address`. With a single key it always is, and is not verified.
   */
  isBy(signed: { readonly digest: Hex; readonly signature: Hex }, address: Hex): Promise<boolean>
}

const refuse = (): never => {
  throw new NoSignerKeyError("this process has no signer's key: vouchers are the API's")
}

/** Of a process without the key: it books what vouchers did, and signs none. */
const NO_SIGNER: VoucherSigner = {
  get addresses() {
    return refuse()
  },
  sign: async () => refuse(),
  isBy: async () => refuse(),
}

/**
 * The only holder of the signer's keys (ARCHITECTURE.md); without a key it only throws `NoSignerKeyError`.
 * With two keys, each voucher is signed with the one that its contract names: a rotation begins on chain, and
 * anyone may execute it.
 */
export const createSigner = (keys: readonly Hex[]): VoucherSigner => {
  if (keys.length === 0) return NO_SIGNER
  const signers = new Map(
    keys.map((key) => [
      privateKeyToAccount(key).address.toLowerCase() as Hex,
      { signDigest: createSignDigest(key) },
    ]),
  )
  return {
    addresses: [...signers.keys()],
    sign: async (digest, address) => {
      const signer = signers.get(address)
      if (!signer) throw new NoSignerKeyError(`this process has no key of ${address}`)
      const signature = await (await signer.signDigest)(digest)
      if (!signature) throw new SignatureMismatchError('a voucher signature does not verify')
      return signature
    },
    isBy: async ({ digest, signature }, address) =>
      signers.size === 1 || (await recoverAddress({ hash: digest, signature })).toLowerCase() === address,
  }
}
