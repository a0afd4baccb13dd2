/**
 * Rate limits in PostgreSQL, shared by all replicas: the generic cell rate algorithm, one row a bucket, one statement a
 * request. A bucket of `burst` requests refills evenly over `perSeconds`; a refused request takes nothing from it.
 */
import type { Call } from '@dr/protocol/call'
import { AppError } from '../platform/app-error.ts'
import type { Tx } from '../platform/database/database.ts'

export interface RateLimit {
  /** Requests at once, and per `perSeconds`. */
  readonly burst: number
  readonly perSeconds: number
}

export type LimitKind = 'sign-in' | 'quote' | 'call'

/** Per network address; the second number is seconds. Many people may share one address. */
const PER_ADDRESS: Readonly<Record<LimitKind, RateLimit>> = {
  'sign-in': { burst: 60, perSeconds: 60 },
  quote: { burst: 120, perSeconds: 60 },
  call: { burst: 1_200, perSeconds: 60 },
}
/** Per account. */
const PER_ACCOUNT: Readonly<Record<LimitKind, RateLimit>> = {
  'sign-in': { burst: 30, perSeconds: 60 },
  quote: { burst: 30, perSeconds: 60 },
  call: { burst: 300, perSeconds: 60 },
}

const SIGN_IN_CALLS: ReadonlySet<string> = new Set(['getNonce', 'login', 'register'])
const QUOTE_CALLS: ReadonlySet<string> = new Set([
  'machineSignature',
  'activateSignature',
  'createWithdrawal',
  'faucet',
])

const kindOf = (call: Pick<Call, 'name'>): LimitKind =>
  SIGN_IN_CALLS.has(call.name) ? 'sign-in' : QUOTE_CALLS.has(call.name) ? 'quote' : 'call'

/** IPv6 networks are handed out by the /64: whoever has one has 2^64 addresses. */
const networkOf = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : []
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** Takes one request from the bucket; the milliseconds to wait when it is empty, 0 otherwise. */
const take = async (tx: Tx, key: string, limit: RateLimit, now: Date): Promise<number> => {
  const periodMs = limit.perSeconds * 1_000
  const intervalMs = periodMs / limit.burst
  const latest = new Date(now.getTime() + periodMs - intervalMs)
  const admitted = await tx.query({
    name: 'http.take',
    text: `INSERT INTO rate_bucket AS b (key, full_at) VALUES ($1, $2::timestamptz + $3 * interval '1 millisecond')
      ON CONFLICT (key) DO UPDATE SET full_at = GREATEST(b.full_at, $2) + $3 * interval '1 millisecond'
      WHERE b.full_at <= $4 RETURNING 1`,
    values: [key, now, intervalMs, latest],
  })
  if (admitted.rows.length > 0) return 0
  const { rows } = await tx.query<{ full_at: Date }>({
    text: 'SELECT full_at FROM rate_bucket WHERE key = $1',
    values: [key],
  })
  const fullAt = rows[0]?.full_at.getTime() ?? latest.getTime()
  return Math.max(1, fullAt - latest.getTime())
}

export interface RateLimits {
  /** Throws 30003 with `retryAfterSeconds`. `now`: wall time. */
  admitAddress(call: Pick<Call, 'name'>, ip: string, now: Date): Promise<void>
  admitAccount(call: Pick<Call, 'name'>, userId: number, now: Date): Promise<void>
}

/** `factor`: how many times the limits above; more than 1 on the local set-up, where one person is everybody. */
export const createRateLimits = (
  tx: () => Tx,
  { factor = 1 }: { readonly factor?: number } = {},
): RateLimits => {
  const admit = async (key: string, { burst, perSeconds }: RateLimit, now: Date) => {
    const waitMs = await take(tx(), key, { burst: burst * factor, perSeconds }, now)
    if (waitMs === 0) return
    throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1_000) } })
  }
  return {
    admitAddress: (call, ip, now) =>
      admit(`${kindOf(call)}:ip:${networkOf(ip)}`, PER_ADDRESS[kindOf(call)], now),
    admitAccount: (call, userId, now) =>
      admit(`${kindOf(call)}:user:${userId}`, PER_ACCOUNT[kindOf(call)], now),
  }
}
