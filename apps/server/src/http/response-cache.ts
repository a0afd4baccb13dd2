/**
 * A short-lived cache of answers that are the same for every caller, kept as the text that is sent: many
 * equal requests cost as much as one. A request that comes while its answer is being made waits for it; a
 * failure is not cached.
 */
import type { WallClock } from '../platform/clock.ts'

/** Queries can be made up without end: when there are more, all are forgotten. */
const KEPT_MAX = 500

interface CachedText {
  readonly until: number
  readonly text: Promise<string>
}

export interface ResponseCache {
  /** The text of `key`, made now unless one is kept. */
  of(key: string, make: () => Promise<string>): Promise<string>
}

/** `keepMs` 0: no cache, each request gets its own answer. */
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
