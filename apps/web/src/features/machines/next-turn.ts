import type { Machine } from '@dr/protocol/calls/user-mining'

/** Minimum wait, so that a server behind its own clock is not asked in a loop. */
const WAIT_MIN_MS = 2_000
/** Timers are limited to 24 days; the list is read again by then anyway. */
const WAIT_MAX_MS = 3_600_000

/**
 * Milliseconds until the first producing machine's electricity ends, by the product's clock (`now`, Unix
 * seconds): the list changes then. Null while none produces.
 */
export const nextTurnMs = (machines: readonly Machine[], now: number): number | null => {
  const ends = machines.flatMap(({ state, paidUntil }) =>
    state === 'producing' && paidUntil !== null ? [paidUntil] : [],
  )
  if (ends.length === 0) return null
  const wait = (Math.min(...ends) - now) * 1_000
  return Math.min(Math.max(wait, WAIT_MIN_MS), WAIT_MAX_MS)
}
