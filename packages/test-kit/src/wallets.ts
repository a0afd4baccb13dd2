import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** By name: finding the public key of a private one costs milliseconds, and tests name the same few. */
const wallets = new Map<string, PrivateKeyAccount>()

/**
 * A wallet that is the same in every run: its key is the hash of `name`. For tests alone, it guards nothing.
 */
export const testWallet = (name: string): PrivateKeyAccount => {
  const known = wallets.get(name)
  if (known) return known
  const wallet = privateKeyToAccount(keccak256(toHex(`test wallet ${name}`)))
  wallets.set(name, wallet)
  return wallet
}
