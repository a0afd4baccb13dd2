import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { databaseErrorOf, isConflict } from '../../../platform/database/errors.ts'
import { FatalError, isRetryable } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findInviter, isInDownline, lockUser, type User } from '../store.ts'
import { decideBinding, readInviterName } from '../users.rules.ts'

/** Limits, for the rest of this transaction, how long a statement may run and wait for a lock. */
const setTimeouts = async (tx: Tx, timeoutMs: number): Promise<void> => {
  await tx.query({
    name: 'users_set_timeouts',
    text: `SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $1, true)`,
    values: [String(timeoutMs)],
  })
}

/** Time for which the check may wait for the database before it throws 20007. */
const CHECK_TIMEOUT_MS = 3_000
const RETRY_AFTER_SECONDS = 5

interface Checked {
  readonly user: User
  readonly inviter: User
  readonly inviterInDownline: boolean
}

const unknownInviter = (name: ReturnType<typeof readInviterName>) =>
  new AppError(name.by === 'address' ? 'INVITER_NOT_A_USER' : 'INVITE_CODE_UNKNOWN')

const readBoth = async (tx: Tx, userId: UserId, inviterName: string): Promise<Checked> => {
  await setTimeouts(tx, CHECK_TIMEOUT_MS)
  const user = await lockUser(tx, userId)
  if (!user) throw new FatalError(`no user ${userId}`)
  const name = readInviterName(inviterName)
  const inviter = await findInviter(tx, name)
  if (!inviter) throw unknownInviter(name)
  // Only an activated user can have a downline: see migrations/0010_users.sql.
  const inviterInDownline =
    user.activatedAt !== null && (await isInDownline(tx, { user: inviter.id, ancestor: user.id }))
  return { user, inviter, inviterInDownline }
}

/**
 * Checks the inviter. Throws 20007, which says nothing about the inviter, if the database is busy or
 * unavailable.
 */
const check = async (tx: Tx, userId: UserId, inviterName: string): Promise<Checked> => {
  try {
    return await readBoth(tx, userId, inviterName)
  } catch (cause) {
    if (isConflict(cause) || !(isRetryable(cause) || databaseErrorOf(cause))) throw cause
    throw new AppError('INVITER_CHECK_FAILED', { cause, details: { retryAfterSeconds: RETRY_AFTER_SECONDS } })
  }
}

const stateOf = ({ id, inviterId, activatedAt }: User) => ({ id, inviterId, activated: activatedAt !== null })

/**
 * Binds `userId` permanently to the inviter of `inviterName` (code or address), and activates the user
 * (docs/product.md 9). Binding the same one again changes nothing. Errors: 1010, 10008, 20006, 20007, 10004
 * (bound to another).
 */
export const bindInviter = async (
  tx: Tx,
  input: { readonly userId: UserId; readonly inviterName: string; readonly at: Date },
): Promise<{ readonly inviter: User; readonly bound: boolean }> => {
  const { user, inviter, inviterInDownline } = await check(tx, input.userId, input.inviterName)
  const decision = decideBinding({ user: stateOf(user), inviter: stateOf(inviter), inviterInDownline })
  if (decision.kind === 'refuse') throw new AppError(decision.error, { details: { reason: decision.reason } })
  if (decision.kind === 'bound-already') return { inviter, bound: false }
  await tx.query({
    name: 'users_bind',
    text: 'UPDATE users SET inviter_id = $2, activated_at = $3 WHERE id = $1',
    values: [user.id, inviter.id, input.at],
  })
  return { inviter, bound: true }
}
