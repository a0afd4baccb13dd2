import { randomBytes } from 'node:crypto'
import { NONCE_LIFETIME_MS, ZERO_ADDRESS } from '@dr/protocol/constants'
import type { LowerHex } from '../../../platform/hex.ts'
import { makeNonce, NONCE_RANDOM_BYTES } from './nonces.rules.ts'

/**
 * A nonce for `address`, valid for 5 minutes (docs/product.md 11). For the zero address, the requirement's
 * "fixed address": a random value of the same form, bound to no address, that cannot sign in.
 */
export const issueNonce = (input: {
  readonly secret: Uint8Array
  readonly address: LowerHex
  readonly now: Date
}): { readonly nonce: string; readonly expiresAt: string } => {
  const expiresAt = input.now.getTime() + NONCE_LIFETIME_MS
  const secret = input.address === ZERO_ADDRESS ? randomBytes(32) : input.secret
  const nonce = makeNonce({
    secret,
    address: input.address,
    random: randomBytes(NONCE_RANDOM_BYTES),
    expiresAt,
  })
  return { nonce, expiresAt: new Date(expiresAt).toISOString() }
}
