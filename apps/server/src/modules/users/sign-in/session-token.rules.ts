/**
 * Tokens of sessions: random bytes and a MAC of them under a key that only the servers have. The MAC reveals
 * an invented token without a look-up. It does not prove a session: only the database knows which are open.
 * Pure.
 */

import { timingSafeEqual } from 'node:crypto'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** 192 bits, so that a session cannot be guessed. */
export const TOKEN_RANDOM_BYTES = 24
const MAC_BYTES = 8

const PURPOSE = Buffer.from('session token\n')

/**
 * Not Node's HMAC, whose set-up takes several times as long: a flood of invented tokens should cost little.
 */
const macOf = (secret: Uint8Array, random: Uint8Array): Uint8Array =>
  hmac(sha256, secret, Buffer.concat([PURPOSE, random])).subarray(0, MAC_BYTES)

/** 43 characters of base64url. `random`: 24 fresh bytes. */
export const makeToken = (secret: Uint8Array, random: Uint8Array): string =>
  Buffer.concat([random, macOf(secret, random)]).toString('base64url')

/** Whether the token was made with this key. `token`: 43 characters of base64url. */
export const isOurToken = (secret: Uint8Array, token: string): boolean => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_RANDOM_BYTES + MAC_BYTES) return false
  return timingSafeEqual(
    bytes.subarray(TOKEN_RANDOM_BYTES),
    macOf(secret, bytes.subarray(0, TOKEN_RANDOM_BYTES)),
  )
}
