import { AsyncLocalStorage } from 'node:async_hooks'
import { RetryableError } from '../errors.ts'

/** A write of a replaced leader was refused: nothing of its transaction is written. */
export class LeadershipLostError extends RetryableError {}

/** A leadership from its holder's view. */
export interface Leadership {
  /** Name of the lock: processes with the same name and database compete. */
  readonly name: string
  /** The fencing number: one more with each leadership of this name that is acquired in the database. */
  readonly epoch: bigint
  /** The database in which it was acquired, compared by identity; it is unknown to others. */
  readonly database: object
  /**
   * Throws when the server at which it was acquired has been replaced since: another one counts its epochs by
   * itself, so the same number may be another leader's there.
   */
  requireCurrent(): void
  /** Ends the leadership on this side, permanently. */
  lose(reason: Error): void
}

const storage = new AsyncLocalStorage<Leadership | undefined>()

/** The leadership under which the caller runs: also in timers and promises that were started under it. */
export const currentLeadership = (): Leadership | undefined => storage.getStore()

/** Runs `work` under a leadership, whose fencing number its writes carry; undefined: without one. */
export const underLeadership = <T>(leadership: Leadership | undefined, work: () => T): T =>
  leadership === storage.getStore() ? work() : storage.run(leadership, work)
