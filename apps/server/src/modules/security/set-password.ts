import { resetPasswordTypedData } from '@dr/protocol/account-typed-data'
import { paymentPasswordProblem } from '@dr/protocol/payment-password'
import type { Hex } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { checkPassword } from './check-password.ts'
import { forgetTries } from './count-tries.ts'
import type { SecurityDeps } from './deps.ts'
import { hashPassword } from './hash-password.ts'
import { resetAllowedAt } from './reset.rules.ts'
import { findSigned, useSigningOrder } from './signing-orders.ts'
import { type AccountSecurity, lockSecurity, readSecurity } from './store.ts'
import { tryCode, useUpCode } from './use-code.ts'

interface NewPassword {
  readonly userId: UserId
  readonly password: string
  readonly emailCode: string
}

const requireFit = (password: string): void => {
  const reason = paymentPasswordProblem(password)
  if (reason !== null) throw new AppError('BAD_PARAMETER', { details: { path: 'password', reason } })
}

const requireEmail = ({ email }: AccountSecurity): string => {
  if (email === null) throw new AppError('FORBIDDEN', { details: { reason: 'no-email' } })
  return email
}

/**
 * Verifies the code, and stores the new password in the transaction that uses up the code and other proofs.
 */
const store = async (
  deps: SecurityDeps,
  { userId, password, emailCode }: NewPassword,
  { before, useUp }: { readonly before: AccountSecurity; readonly useUp: (tx: Tx) => Promise<void> },
): Promise<void> => {
  const { database, pepper, now: clock } = deps
  const email = requireEmail(before)
  const { codeId } = await tryCode(deps, { userId, purpose: 'payment-password', email, code: emailCode })
  const hash = await hashPassword(password, pepper())
  const now = clock()
  await database.transaction(async (tx) => {
    const current = await lockSecurity(tx, userId)
    // The proof was for the previous values: a concurrent change invalidates it.
    if (current.passwordHash !== before.passwordHash || current.email !== email) {
      throw new AppError('EMAIL_CODE_INVALID', { details: { reason: 'expired' } })
    }
    await useUpCode(tx, { codeId, now })
    await useUp(tx)
    await tx.query({
      name: 'security_set_password',
      text: 'UPDATE account_security SET password_hash = $2, password_set_at = $3 WHERE user_id = $1',
      values: [userId, hash, now],
    })
  })
}

/**
 * Sets the first payment password, or replaces it with the old one as proof (1013, 1014). Throws 1011 for a
 * wrong code.
 */
export const setPassword = async (
  deps: SecurityDeps,
  request: NewPassword & { readonly oldPassword: string | undefined; readonly ip: string },
): Promise<void> => {
  const { userId, oldPassword, ip } = request
  requireFit(request.password)
  const before = await readSecurity(deps.database.read, userId)
  if (oldPassword !== undefined) await checkPassword(deps, { userId, ip, password: oldPassword })
  else if (before.passwordHash !== null) {
    throw new AppError('OLD_PASSWORD_WRONG', { details: { reason: 'missing' } })
  }
  await store(deps, request, { before, useUp: async () => undefined })
}

/**
 * Sets a new password for a user who forgot the old one. Requires the wallet's signature (10007), and is
 * refused for a day after the e-mail was replaced (10004).
 */
export const resetPassword = async (
  deps: SecurityDeps,
  request: NewPassword & { readonly address: LowerHex; readonly signature: Hex },
): Promise<void> => {
  const { database, domain, verify, now: clock } = deps
  const { userId, address, signature } = request
  const now = clock()
  requireFit(request.password)
  const before = await readSecurity(database.read, userId)
  if (before.passwordHash === null) throw new AppError('PAYMENT_PASSWORD_NOT_SET')
  const waitsUntil = resetAllowedAt(before.emailReplacedAt, now)
  if (waitsUntil) {
    const details = { reason: 'email-replaced', until: waitsUntil.toISOString() }
    throw new AppError('FORBIDDEN', { details })
  }
  const { orderId } = await findSigned(
    { database, verify, now },
    {
      userId,
      kind: 'reset-password',
      terms: {},
      address,
      signature,
      typedData: (order) => resetPasswordTypedData(domain, order, { account: address }),
    },
  )
  const useUp = async (tx: Tx): Promise<void> => {
    await useSigningOrder(tx, { orderId, now })
    await forgetTries(tx, userId)
  }
  await store(deps, request, { before, useUp })
}
