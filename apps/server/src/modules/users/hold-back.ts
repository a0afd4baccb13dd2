import { setTimeout as delay } from 'node:timers/promises'
import type { Reader } from '../../platform/database/database.ts'
import { queuedActivity } from '../activity/index.ts'

export interface HoldBackLimits {
  /** Activities that may wait to be folded: less than a second of a fold’s work. */
  readonly queueMax: number
  /** How often a queue that is too long is looked at before binding goes on all the same: nobody folds. */
  readonly looksMax: number
}

const LIMITS: HoldBackLimits = { queueMax: 6_000, looksMax: 50 }
const PAUSE_MS = 20
/** Bindings between two looks at the queue. */
const LOOK_EVERY = 250

/**
 * Before people are bound: waits while more wait to be counted than a fold takes at once. Where they come faster than they
 * are counted, binding slows down, and figures stay less than about a second old (ADR 0022).
 */
export const createHoldBack = (
  reader: () => Reader,
  { queueMax, looksMax }: HoldBackLimits = LIMITS,
): ((bindings: number) => Promise<void>) => {
  let unseen = LOOK_EVERY
  return async (bindings) => {
    unseen += bindings
    if (unseen < LOOK_EVERY) return
    unseen = 0
    for (let looks = 0; looks < looksMax && (await queuedActivity(reader())) > queueMax; looks++) {
      await delay(PAUSE_MS)
    }
  }
}
