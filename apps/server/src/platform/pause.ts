import { setTimeout as delay } from 'node:timers/promises'

/** Waits; an aborted signal ends the wait without an error. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
