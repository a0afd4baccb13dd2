/** Requirements of a sign-in message (EIP-4361), checked before its signature is verified. Pure. */

import { NONCE_LIFETIME_MS, ZERO_ADDRESS } from '@dr/protocol/constants'
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe'
import { type LowerHex, lowerHex } from '../../../platform/hex.ts'

/** The site's own values in a sign-in message. */
export interface SignInSite {
  /** `https://app.example` or `http://127.0.0.1:8080`: scheme, host and port. */
  readonly origin: string
  readonly chainId: number
}

type SignInProblem =
  | 'form'
  | 'address'
  | 'domain'
  | 'uri'
  | 'chain'
  | 'issued-at'
  | 'expired'
  | 'not-yet-valid'

export type SignInReading =
  | { readonly ok: true; readonly nonce: string }
  | { readonly ok: false; readonly problem: SignInProblem }

/** Tolerance of a device's clock. */
const CLOCK_SKEW_MS = 5 * 60_000

/**
 * Parses a message. viem's parser is lenient (it searches, unanchored), so the result must serialize to
 * exactly the same text: a signed message contains nothing that was not parsed.
 */
const parseStrictly = (text: string): SiweMessage | undefined => {
  const parsed = parseSiweMessage(text)
  if (!parsed.nonce || !parsed.issuedAt || !parsed.address || !parsed.domain || !parsed.uri) return undefined
  try {
    return createSiweMessage(parsed as SiweMessage) === text ? (parsed as SiweMessage) : undefined
  } catch {
    return undefined // viem refuses a field: not a message of EIP-4361
  }
}

const sameOrigin = (uri: string, origin: string): boolean => {
  try {
    return new URL(uri).origin === origin
  } catch {
    return false
  }
}

const timeProblem = (message: SiweMessage, now: number): SignInProblem | undefined => {
  const issuedAt = message.issuedAt?.getTime() ?? Number.NaN
  if (!(issuedAt <= now + CLOCK_SKEW_MS && issuedAt >= now - NONCE_LIFETIME_MS - CLOCK_SKEW_MS))
    return 'issued-at'
  if (message.expirationTime && !(now < message.expirationTime.getTime())) return 'expired'
  if (message.notBefore && !(message.notBefore.getTime() <= now)) return 'not-yet-valid'
  return undefined
}

/** `address`: the claimed signer; `now` in milliseconds since the epoch. */
export const readSignInMessage = (input: {
  readonly text: string
  readonly address: LowerHex
  readonly site: SignInSite
  readonly now: number
}): SignInReading => {
  const message = parseStrictly(input.text)
  if (message?.version !== '1') return { ok: false, problem: 'form' }
  const { origin, chainId } = input.site
  const problem: SignInProblem | undefined =
    lowerHex(message.address) !== input.address || input.address === ZERO_ADDRESS
      ? 'address'
      : message.domain !== new URL(origin).host
        ? 'domain'
        : !sameOrigin(message.uri, origin) ||
            (message.scheme !== undefined && `${message.scheme}:` !== new URL(origin).protocol)
          ? 'uri'
          : message.chainId !== chainId
            ? 'chain'
            : timeProblem(message, input.now)
  return problem ? { ok: false, problem } : { ok: true, nonce: message.nonce }
}
