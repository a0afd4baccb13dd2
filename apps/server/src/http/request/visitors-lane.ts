/**
 * Opening requests that come without a session: one after the other, so that a crowd or a flood of them
 * leaves the other threads of the pool to people who are signed in.
 */
import { AppError } from '../../platform/app-error.ts'

/** About a tenth of a second's work of one core: more would be answered too late to be of use. */
export const WAITING_MAX = 100
const RETRY_AFTER_SECONDS = 1

export interface VisitorsLane {
  /** The outcome of `work`, after all that came before. Throws 30003 when too many are waiting. */
  run<T>(work: () => Promise<T>): Promise<T>
}

export const createVisitorsLane = (): VisitorsLane => {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: async (work) => {
      if (waiting >= WAITING_MAX) {
        throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } })
      }
      waiting += 1
      const done = last.then(work).finally(() => {
        waiting -= 1
      })
      last = done.catch(() => undefined) // its caller hears it
      return done
    },
  }
}
