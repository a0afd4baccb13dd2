import type { Hex } from 'viem'
import { AppError } from '../../../platform/app-error.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { readNonce } from './nonces.rules.ts'
import { readSignInMessage, type SignInSite } from './sign-in-message.rules.ts'
import type { VerifySignature } from './verify-signature.ts'

export interface SignInRequest {
  readonly address: LowerHex
  readonly message: string
  readonly signature: Hex
}

/** A nonce that the holder of the address has signed, not used up yet. */
export interface SignInProof {
  readonly address: LowerHex
  readonly nonce: string
  readonly expiresAt: Date
}

const refuse = (reason: string) => new AppError('SIGN_IN_SIGNATURE_INVALID', { details: { reason } })

/**
 * Verifies message, nonce and signature of a sign-in without the database, cheapest first. Throws 1009 if any
 * check fails. Uses nothing up.
 */
export const proveSignIn = async (
  request: SignInRequest,
  context: {
    readonly secret: Uint8Array
    readonly site: SignInSite
    readonly now: Date
    readonly verify: VerifySignature
  },
): Promise<SignInProof> => {
  const now = context.now.getTime()
  const { address } = request
  const message = readSignInMessage({ text: request.message, address, site: context.site, now })
  if (!message.ok) throw refuse(message.problem)
  const nonce = readNonce({ secret: context.secret, address, nonce: message.nonce, now })
  if (!nonce.ok) throw refuse(`nonce-${nonce.reason}`)
  if (!(await context.verify(request))) throw refuse('signature')
  return { address, nonce: message.nonce, expiresAt: new Date(nonce.expiresAt) }
}
