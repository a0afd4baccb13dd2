/**
 * A short-lived cache of responses that are the same for every caller, as serialized text: many equal
 * requests cost as much as one. A request that arrives while its response is being created waits for it;
 * failures are not cached.
 */
import type { WallClock } from '../platform/clock.ts'

/** Limit, as clients can invent any number of queries; beyond it the cache is cleared. */
const KEPT_MAX = 500

interface CachedText {
  readonly until: number
  readonly text: Promise<string>
}

export interface ResponseCache {
  /** The cached text of `key`, created by `make` if there is none. */
  of(key: string, make: () => Promise<string>): Promise<string>
}

/** `keepMs` 0: no cache, each request gets its own response. */
export const createResponseCache = ({ keepMs, now }: { keepMs: number; now: WallClock }): ResponseCache => {
  const answers = new Map<string, CachedText>()
  return {
    of: (key, make) => {
      const at = now().getTime()
      const known = answers.get(key)
      if (known && at < known.until && known.until <= at + keepMs) return known.text
      const text = make()
      if (keepMs === 0) return text
      if (answers.size >= KEPT_MAX) answers.clear()
      const kept: CachedText = { until: at + keepMs, text }
      answers.set(key, kept)
      text.catch(() => {
        if (answers.get(key) === kept) answers.delete(key)
      })
      return text
    },
  }
}
