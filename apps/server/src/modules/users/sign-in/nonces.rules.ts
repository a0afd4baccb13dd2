/**
 * Nonces of sign-in messages, issued without storing anything: `random ‖ expiry ‖ MAC`, in hex, where the MAC
 * binds it to the address under a key that only the servers have. Requests for nonces fill no table; only a
 * nonce that a valid signature used is stored, until its expiry. Pure.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LowerHex } from '../../../platform/hex.ts'

const RANDOM_BYTES = 12
const EXPIRY_BYTES = 6
const MAC_BYTES = 16
const HEAD_BYTES = RANDOM_BYTES + EXPIRY_BYTES
export const NONCE_RANDOM_BYTES = RANDOM_BYTES
const NONCE_FORM = new RegExp(`^[0-9a-f]{${(HEAD_BYTES + MAC_BYTES) * 2}}$`)

const macOf = (secret: Uint8Array, head: Uint8Array, address: LowerHex): Buffer =>
  createHmac('sha256', secret)
    .update('sign-in nonce\n')
    .update(head)
    .update(address)
    .digest()
    .subarray(0, MAC_BYTES)

/** `random`: 12 fresh bytes. `expiresAt` in milliseconds since the epoch. */
export const makeNonce = (input: {
  readonly secret: Uint8Array
  readonly address: LowerHex
  readonly random: Uint8Array
  readonly expiresAt: number
}): string => {
  const head = Buffer.alloc(HEAD_BYTES)
  head.set(input.random.subarray(0, RANDOM_BYTES))
  head.writeUIntBE(input.expiresAt, RANDOM_BYTES, EXPIRY_BYTES)
  return Buffer.concat([head, macOf(input.secret, head, input.address)]).toString('hex')
}

export type NonceReading =
  | { readonly ok: true; readonly expiresAt: number }
  | { readonly ok: false; readonly reason: 'not-ours' | 'expired' }

/** `not-ours`: invented, or issued for another address. `now` in milliseconds since the epoch. */
export const readNonce = (input: {
  readonly secret: Uint8Array
  readonly address: LowerHex
  readonly nonce: string
  readonly now: number
}): NonceReading => {
  if (!NONCE_FORM.test(input.nonce)) return { ok: false, reason: 'not-ours' }
  const bytes = Buffer.from(input.nonce, 'hex')
  const head = bytes.subarray(0, HEAD_BYTES)
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(input.secret, head, input.address))) {
    return { ok: false, reason: 'not-ours' }
  }
  const expiresAt = head.readUIntBE(RANDOM_BYTES, EXPIRY_BYTES)
  return input.now < expiresAt ? { ok: true, expiresAt } : { ok: false, reason: 'expired' }
}
