import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { FatalError } from '../errors.ts'
import { TRANSACTION_ATTEMPTS_DEFAULT } from './database.ts'
import { isConflict } from './errors.ts'

/** The database was used outside the open transaction: on PGlite's single connection that would deadlock. */
export class TransactionScopeError extends FatalError {}

interface Scope {
  open: boolean
}

/**
 * PGlite has one connection: a query outside the open transaction waits for its end, which waits for the
 * query. On PostgreSQL the same mistake would not see the transaction's writes. So both throw.
 */
export const createTransactionScope = () => {
  const storage = new AsyncLocalStorage<Scope>()
  return {
    /** Throws when the caller runs inside a transaction of this database that is still open. */
    refuseInside(what: string): void {
      if (storage.getStore()?.open) {
        throw new TransactionScopeError(`database.${what} used inside a transaction: use its tx`)
      }
    },
    async enter<T>(work: () => Promise<T>): Promise<T> {
      const scope: Scope = { open: true }
      try {
        return await storage.run(scope, work)
      } finally {
        scope.open = false
      }
    },
  }
}

const BACKOFF_STEP_MS = 4

/** Runs a whole transaction again after conflicts, each time after a short random wait. */
export const retryConflicts = async <T>(
  run: () => Promise<T>,
  attempts = TRANSACTION_ATTEMPTS_DEFAULT,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error
      await delay(Math.random() * BACKOFF_STEP_MS * 2 ** attempt)
    }
  }
}
