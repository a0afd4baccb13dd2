import { AsyncLocalStorage } from 'node:async_hooks'
import { RetryableError } from '../errors.ts'

/** A write of a leader that has been replaced: refused, nothing of its transaction is written. */
export class LeadershipLostError extends RetryableError {}

/** A leadership as its holder knows it. */
export interface Leadership {
  /** Of the lock: processes with the same name and database compete. */
  readonly name: string
  /** The fencing number: one more with each leadership of this name that is acquired in the database. */
  readonly epoch: bigint
  /** The database it was acquired in, compared by identity: another one knows nothing of it. */
  readonly database: object
  /**
   * Throws when the server it was acquired at has been replaced since: another one counts its epochs by
   * itself, so the same number may be another leader's there.
   */
  requireCurrent(): void
  /** Ends the leadership on this side, for good. */
  lose(reason: Error): void
}

const storage = new AsyncLocalStorage<Leadership | undefined>()

/** The leadership under which the caller runs: also in timers and promises that were started under it. */
export const currentLeadership = (): Leadership | undefined => storage.getStore()

/** Runs `work` under a leadership: its writes carry the fencing number. `undefined`: without one. */
export const underLeadership = <T>(leadership: Leadership | undefined, work: () => T): T =>
  leadership === storage.getStore() ? work() : storage.run(leadership, work)
