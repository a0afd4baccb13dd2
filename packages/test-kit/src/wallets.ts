import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/**
 * A wallet that is the same in every run: its key is the hash of `name`. For tests alone, it guards nothing.
 */
export const testWallet = (name: string): PrivateKeyAccount =>
  privateKeyToAccount(keccak256(toHex(`test wallet ${name}`)))
