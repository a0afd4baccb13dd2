import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** By name: deriving a public key takes milliseconds, and tests use the same few names. */
const wallets = new Map<string, PrivateKeyAccount>()

/** A wallet that is the same in every run: its key is the hash of `name`. For tests only. */
export const testWallet = (name: string): PrivateKeyAccount => {
  const known = wallets.get(name)
  if (known) return known
  const wallet = privateKeyToAccount(keccak256(toHex(`test wallet ${name}`)))
  wallets.set(name, wallet)
  return wallet
}
