import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, LeaderLock } from '../platform/database/database.ts'

export interface LeaderWork {
  /** Of the lock: processes with the same name and database compete. */
  readonly name: string
  readonly logger: Logger
  /** What only one process may do. Ends soon after `signal` is aborted; when it ends by itself, so does the leadership. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Milliseconds between two tries to become leader. */
  readonly retryMs?: number
}

const RETRY_MS = 3_000

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })

const tryLead = async (database: Database, { name, logger }: LeaderWork): Promise<LeaderLock | undefined> => {
  try {
    return await database.tryLock(name)
  } catch (error) {
    logger.warn({ err: error, name }, 'could not ask to be leader, and tries again')
    return undefined
  }
}

/**
 * Waits to become leader, then runs `work.run`, until `signal`. When the session that holds the lock is lost, the work
 * is told to stop, and this process competes again. Resolves when `signal` is aborted and the work has ended, or when
 * the work ends by itself; rejects when the work throws.
 */
export const runAsLeader = async (
  database: Database,
  work: LeaderWork,
  signal: AbortSignal,
): Promise<void> => {
  const { name, logger, run, retryMs = RETRY_MS } = work
  while (!signal.aborted) {
    const lock = await tryLead(database, work)
    if (!lock) {
      await pause(retryMs, signal)
      continue
    }
    logger.info({ name }, 'this process leads')
    try {
      await run(AbortSignal.any([signal, lock.lost]))
      if (!lock.lost.aborted) return
    } catch (error) {
      if (!lock.lost.aborted) throw error
    } finally {
      await lock.release()
    }
    logger.warn({ name, err: lock.lost.reason }, 'leadership lost')
  }
}
