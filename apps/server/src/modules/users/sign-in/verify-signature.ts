import { wholeSignature } from '@dr/protocol/rules/whole-signature'
import { type Hex, type PublicClient, recoverAddress, recoverMessageAddress } from 'viem'
import { type LowerHex, lowerHex } from '../../../platform/hex.ts'

/** Whether `address` signed `message` (EIP-191). Throws only if that cannot be determined now. */
export type VerifySignature = (input: {
  readonly address: LowerHex
  readonly message: string
  readonly signature: Hex
}) => Promise<boolean>

/** Whether `address` signed `digest`. Throws only if that cannot be determined now. */
export type VerifyDigest = (input: {
  readonly address: LowerHex
  readonly digest: Hex
  readonly signature: Hex
}) => Promise<boolean>

/** Last 32 bytes of a signature that includes its wallet's deployment (ERC-6492). */
const ERC_6492_SUFFIX = '6492649264926492649264926492649264926492649264926492649264926492'
const EOA_SIGNATURE_CHARACTERS = 2 + 65 * 2

/** Signer of a key's signature, in 65 bytes or in the 64 of EIP-2098; undefined for other bytes. */
const recovered = async (
  bytes: Hex,
  recover: (signature: Hex) => Promise<Hex>,
): Promise<LowerHex | undefined> => {
  const signature = wholeSignature(bytes)
  if (signature.length !== EOA_SIGNATURE_CHARACTERS) return undefined
  try {
    return lowerHex(await recover(signature))
  } catch {
    return undefined // not a point of the curve: not a signature
  }
}

/**
 * Whether it is deployed, or the signature includes its deployment. Throws when the chain cannot be reached.
 */
const mayBeContractWallet = async (
  client: Pick<PublicClient, 'getCode'>,
  { address, signature }: { readonly address: LowerHex; readonly signature: Hex },
): Promise<boolean> => {
  const code = await client.getCode({ address })
  return signature.toLowerCase().endsWith(ERC_6492_SUFFIX) || (code !== undefined && code !== '0x')
}

/**
 * Recovers the signer of ordinary accounts without asking the chain. Otherwise asks the contract wallet
 * (EIP-1271), or simulates one that is not deployed yet (ERC-6492). viem treats a failing endpoint as an
 * invalid signature, so the code is read first, which throws when the chain cannot be reached.
 */
export const createSignatureVerifier =
  (client: Pick<PublicClient, 'getCode' | 'verifyMessage'>): VerifySignature =>
  async ({ address, message, signature }) => {
    const signer = await recovered(signature, (whole) => recoverMessageAddress({ message, signature: whole }))
    if (signer === address) return true
    if (!(await mayBeContractWallet(client, { address, signature }))) return false
    return client.verifyMessage({ address, message, signature })
  }

/** Verifier for digests (EIP-712). */
export const createDigestVerifier =
  (client: Pick<PublicClient, 'getCode' | 'verifyHash'>): VerifyDigest =>
  async ({ address, digest, signature }) => {
    const signer = await recovered(signature, (whole) => recoverAddress({ hash: digest, signature: whole }))
    if (signer === address) return true
    if (!(await mayBeContractWallet(client, { address, signature }))) return false
    return client.verifyHash({ address, hash: digest, signature })
  }
