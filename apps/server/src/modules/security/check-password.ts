import { AppError } from '../../platform/app-error.ts'
import { type Guesser, giveTryBack, takeTry } from './count-tries.ts'
import type { SecurityDeps } from './deps.ts'
import { verifyPassword } from './hash-password.ts'
import { readSecurity } from './store.ts'

/** Throws 1014 if none is set. */
export const requirePasswordSet = async (
  { database }: Pick<SecurityDeps, 'database'>,
  { userId }: Pick<Guesser, 'userId'>,
): Promise<string> => {
  const { passwordHash } = await readSecurity(database.read, userId)
  if (passwordHash === null) throw new AppError('PAYMENT_PASSWORD_NOT_SET')
  return passwordHash
}

/**
 * Throws 1014 if none is set, 1013 for a wrong one with `triesLeft`, 30003 after too many tries. Call it
 * outside a transaction.
 */
export const checkPassword = async (
  deps: Pick<SecurityDeps, 'database' | 'pepper' | 'now'>,
  guess: Guesser & { readonly password: string },
): Promise<void> => {
  const { database, pepper, now } = deps
  const hash = await requirePasswordSet(deps, guess)
  const taken = await takeTry(database, guess, now())
  if (!(await verifyPassword(guess.password, { hash, pepper: pepper() }))) {
    throw new AppError('OLD_PASSWORD_WRONG', { details: { triesLeft: taken.triesLeft } })
  }
  await giveTryBack(database, taken)
}

/** Checks the password if one is set, for withdrawals. Throws 10002 if it is missing then. */
export const checkPasswordIfSet = async (
  deps: Pick<SecurityDeps, 'database' | 'pepper' | 'now'>,
  guess: Guesser & { readonly password: string | undefined },
): Promise<void> => {
  const { passwordHash } = await readSecurity(deps.database.read, guess.userId)
  if (passwordHash === null) return
  const { password } = guess
  if (password === undefined) {
    throw new AppError('BAD_PARAMETER', { details: { path: 'paymentPassword', reason: 'required' } })
  }
  await checkPassword(deps, { ...guess, password })
}
