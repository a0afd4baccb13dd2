import { setTimeout as delay } from 'node:timers/promises'
import type { Reader } from '../../../platform/database/database.ts'
import { queuedActivity } from '../../activity/index.ts'

export interface BackpressureLimits {
  /** Activities that may wait to be folded: what a leader folds in about half a second. */
  readonly queueMax: number
  /**
   * How often a queue that is too long is checked before binding goes on regardless, because no process
   * folds.
   */
  readonly looksMax: number
}

const LIMITS: BackpressureLimits = { queueMax: 6_000, looksMax: 50 }
const PAUSE_MS = 20
/**
 * Number of bindings between two checks of the queue, and of those let through unchecked when it did not get
 * shorter in time.
 */
const LOOK_EVERY = 250
const UNSEEN_MAX = 10_000

/**
 * Backpressure for binding: waits while the queue of joins to be counted is longer than allowed. If users
 * join faster than they are counted, binding slows down, and figures do not become ever older (ADR 0022). If
 * no process counts, a wait ends after about a second, and the next ten thousand do not wait.
 */
export const createBackpressure = (
  reader: () => Reader,
  { queueMax, looksMax }: BackpressureLimits = LIMITS,
): ((bindings: number) => Promise<void>) => {
  let unseen = LOOK_EVERY
  return async (bindings) => {
    unseen += bindings
    if (unseen < LOOK_EVERY) return
    unseen = LOOK_EVERY - UNSEEN_MAX
    for (let looks = 0; looks < looksMax; looks++) {
      if ((await queuedActivity(reader())) <= queueMax) {
        unseen = 0
        return
      }
      await delay(PAUSE_MS)
    }
  }
}
