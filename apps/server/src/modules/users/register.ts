import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { insertUser } from './insert-user.ts'
import { bindInviter } from './inviter/bind-inviter.ts'
import type { SignedIn } from './sign-in/login.ts'
import type { SignInProof } from './sign-in/prove-sign-in.ts'
import { createSession, type NewSession } from './sign-in/sessions.ts'
import { useNonce } from './sign-in/use-nonce.ts'
import { findUserById } from './store.ts'

/**
 * Registers the proven address, binds the inviter if there is one, and signs in, all or nothing, so that an
 * invalid inviter (1010, 10008, 20006, 20007) uses up neither the address nor the nonce. Throws 1020 for a
 * known address.
 */
export const register = async (
  tx: Tx,
  proof: SignInProof,
  { inviterName, ...session }: NewSession & { readonly inviterName: string | undefined },
): Promise<SignedIn> => {
  const { at } = await chainNow(tx)
  const userId = await insertUser(tx, { address: proof.address, activatedAt: null, at })
  if (userId === undefined) throw new AppError('ADDRESS_ALREADY_REGISTERED')
  if (!(await useNonce(tx, proof))) {
    throw new AppError('SIGN_IN_SIGNATURE_INVALID', { details: { reason: 'nonce-used' } })
  }
  if (inviterName !== undefined) await bindInviter(tx, { userId, inviterName, at })
  const user = await findUserById(tx, userId)
  if (!user) throw new FatalError(`user ${userId} is gone within its own transaction`)
  return { ...(await createSession(tx, { ...session, userId })), user }
}
