import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { fulfilled, rejected, type Settled } from '../../../platform/batcher.ts'
import { type LowerHex, lowerHex } from '../../../platform/hex.ts'
import { createSignDigest, recoverSigner, type SignDigest } from './sign-digest.ts'
import {
  NO_SIGNER,
  NoSignerKeyError,
  SignatureMismatchError,
  type SignRequest,
  type VoucherSigner,
} from './voucher-signer.ts'

/** Signatures in one turn of the event loop, of 0.1 ms each, so that other requests are served between. */
const SIGNED_AT_ONCE = 16

/**
 * Signs with the keys of files, without rules; without a key it only rejects with `NoSignerKeyError`. With
 * two keys, each voucher is signed with the one that its contract accepts: a rotation begins on chain, and
 * anyone may execute it.
 */
export const createFileSigner = (keys: readonly Hex[]): VoucherSigner => {
  if (keys.length === 0) return NO_SIGNER
  const signers: ReadonlyMap<LowerHex, Promise<SignDigest>> = new Map(
    keys.map((key) => [lowerHex(privateKeyToAccount(key).address), createSignDigest(key)] as const),
  )
  const addresses = [...signers.keys()]
  const signOne = async ({ digest, address }: SignRequest): Promise<Hex> => {
    const signDigest = await signers.get(address)
    if (!signDigest) throw new NoSignerKeyError(`there is no key of ${address} here`)
    const signature = await signDigest(digest)
    if (!signature) throw new SignatureMismatchError('a voucher signature does not verify')
    return signature
  }
  return {
    addresses: async () => addresses,
    sign: async (requests) => {
      const outcomes: Settled<Hex>[] = []
      for (const request of requests) {
        if (outcomes.length > 0 && outcomes.length % SIGNED_AT_ONCE === 0) await endOfTurn()
        outcomes.push(await signOne(request).then(fulfilled, rejected))
      }
      return outcomes
    },
    isBy: async (signed, address) => (await recoverSigner(signed)) === address,
  }
}
