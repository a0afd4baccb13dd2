import type { PublicClient } from 'viem'
import { recoverMessageAddress } from 'viem'

type Hex = `0x${string}`

/** Whether `address` signed `message` (EIP-191). Throws only when it cannot be found out now. */
export type VerifySignature = (input: {
  readonly address: Hex
  readonly message: string
  readonly signature: Hex
}) => Promise<boolean>

/** Last 32 bytes of a signature that brings its wallet's deployment along (ERC-6492). */
const ERC_6492_SUFFIX = '6492649264926492649264926492649264926492649264926492649264926492'
const EOA_SIGNATURE_CHARACTERS = 2 + 65 * 2

const recovered = async (message: string, signature: Hex): Promise<string | undefined> => {
  if (signature.length !== EOA_SIGNATURE_CHARACTERS) return undefined
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase()
  } catch {
    return undefined // no point of the curve: nobody's signature
  }
}

/**
 * Ordinary accounts are recovered here, without asking the chain. Otherwise a contract wallet is asked (EIP-1271), or
 * simulated when it is not deployed yet (ERC-6492). viem takes an endpoint that is down for a wallet that says no, so
 * the code is read first: that throws when the chain cannot be reached.
 */
export const createSignatureVerifier =
  (client: Pick<PublicClient, 'getCode' | 'verifyMessage'>): VerifySignature =>
  async ({ address, message, signature }) => {
    if ((await recovered(message, signature)) === address.toLowerCase()) return true
    const wrapped = signature.toLowerCase().endsWith(ERC_6492_SUFFIX)
    const code = await client.getCode({ address })
    if (!wrapped && (code === undefined || code === '0x')) return false
    return client.verifyMessage({ address, message, signature })
  }
