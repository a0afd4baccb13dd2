/**
 * Who sends what no app sends. A request that is refused as malformed, not encrypted for us, stale, or has
 * no token of ours, counts against its network address, or its account when it has a session. Above the
 * limit the next ones are refused (30003) before the body or a key is touched, and the database only for the
 * session of what has a token of ours: rubbish then costs what answering it costs. By the generic cell rate
 * algorithm, as limits.ts, but in this process's memory: each replica learns for itself.
 */
import type { ErrorName } from '@dr/protocol/errors'
import { AppError } from '../../platform/app-error.ts'
import { networkOf } from '../../platform/network-of.ts'

/**
 * What an app does not send, or once: a wrong clock is set by the first 30004, a new key fetched after the
 * first 30005.
 */
const RUBBISH: ReadonlySet<ErrorName> = new Set([
  'BAD_PARAMETER',
  'PLEASE_LOG_IN',
  'REPLAYED_OR_STALE',
  'UNKNOWN_ENCRYPTION_KEY',
  'UNAUTHORIZED',
])

/** Refused requests of one network address or account: 10 at once, and 6 a minute. */
export const RUBBISH_MAX = { burst: 10, perSeconds: 100 } as const
/** Addresses and accounts that are remembered; of more, the quietest are forgotten. */
export const REMEMBERED_MAX = 50_000

/** What a network address is counted under. */
export const addressKey = (ip: string): string => `ip:${networkOf(ip)}`

/** 30003 with `retryAfterSeconds`. */
export const refusalFor = (seconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: seconds } })

export interface Penalties {
  /** How long `key` is refused for; 0: it is not. */
  waitSeconds(key: string): number
  /** A request is refused now. */
  countRefusal(): void
  /** `key` has been refused with `error`. */
  note(key: string, error: ErrorName): void
}

/** `now`: milliseconds that never go back. `factor`: how many times the limit. */
export const createPenalties = ({
  now = () => performance.now(),
  factor = 1,
  onRefused = () => undefined,
}: {
  readonly now?: () => number
  readonly factor?: number
  readonly onRefused?: () => void
} = {}): Penalties => {
  const periodMs = RUBBISH_MAX.perSeconds * 1_000
  const intervalMs = periodMs / (RUBBISH_MAX.burst * factor)
  /** When each has nothing counted against it any more; oldest note first. */
  const clearAt = new Map<string, number>()
  return {
    waitSeconds: (key) => {
      const at = clearAt.get(key)
      if (at === undefined) return 0
      const waitMs = at + intervalMs - periodMs - now()
      if (waitMs > 0) return Math.ceil(waitMs / 1_000)
      if (at <= now()) clearAt.delete(key)
      return 0
    },
    countRefusal: onRefused,
    note: (key, error) => {
      if (!RUBBISH.has(error)) return
      const at = Math.min(Math.max(clearAt.get(key) ?? 0, now()) + intervalMs, now() + periodMs)
      clearAt.delete(key)
      clearAt.set(key, at)
      if (clearAt.size <= REMEMBERED_MAX) return
      for (const oldest of clearAt.keys()) return void clearAt.delete(oldest)
    },
  }
}
