import { setTimeout as delay } from 'node:timers/promises'

/** Well below Prometheus' own time-out (10 s), so that the other metrics are not lost with this one. */
const WAIT_MAX_MS = 2_000

/**
 * For a gauge that is read from the database when the metrics are requested. Undefined when the read fails,
 * which readiness and its log report, or takes longer than 2 s: a database that hangs must not make the
 * process look dead. One read at a time, shared by concurrent callers.
 */
export const readForMetrics = <T>(
  read: () => Promise<T>,
  waitMaxMs = WAIT_MAX_MS,
): (() => Promise<T | undefined>) => {
  let underWay: Promise<T | undefined> | undefined
  return async () => {
    underWay ??= Promise.resolve()
      .then(read)
      .catch(() => undefined)
      .finally(() => {
        underWay = undefined
      })
    const stopped = new AbortController()
    const late = delay(waitMaxMs, undefined, { signal: stopped.signal }).catch(() => undefined) // not needed
    try {
      return await Promise.race([underWay, late])
    } finally {
      stopped.abort()
    }
  }
}
