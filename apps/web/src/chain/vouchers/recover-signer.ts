import { type Address, type Hex, recoverAddress } from 'viem'

/** Who signed the digest, in lower case; null: the bytes are no signature of a key. */
export const recoverSigner = async (digest: Hex, signature: Hex): Promise<Address | null> => {
  try {
    return (await recoverAddress({ hash: digest, signature })).toLowerCase() as Address
  } catch {
    return null
  }
}
