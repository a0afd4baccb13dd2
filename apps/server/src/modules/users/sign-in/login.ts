import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { findUserByAddress, type User } from '../store.ts'
import type { SignInProof } from './prove-sign-in.ts'
import { createSession, type NewSession } from './sessions.ts'
import { useNonce } from './use-nonce.ts'

export interface SignedIn {
  readonly token: string
  readonly expiresAt: Date
  readonly user: User
}

/**
 * Signs a known user in and uses the nonce up. Throws 10013 for an unknown one, whose nonce remains valid for
 * registering.
 */
export const login = async (tx: Tx, proof: SignInProof, session: NewSession): Promise<SignedIn> => {
  const user = await findUserByAddress(tx, proof.address)
  if (!user) throw new AppError('USER_UNKNOWN')
  if (!(await useNonce(tx, proof))) {
    throw new AppError('SIGN_IN_SIGNATURE_INVALID', { details: { reason: 'nonce-used' } })
  }
  return { ...(await createSession(tx, { ...session, userId: user.id })), user }
}
