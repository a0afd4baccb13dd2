import { type Address, type Hex, recoverAddress } from 'viem'

/** Recovers the digest's signer, in lower case; null: not a key's signature. */
export const recoverSigner = async (digest: Hex, signature: Hex): Promise<Address | null> => {
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() as Address
  } catch {
    return null
  }
}
