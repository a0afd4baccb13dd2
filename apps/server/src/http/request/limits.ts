/**
 * Rate limits in PostgreSQL, shared by all replicas: the generic cell rate algorithm, one row a bucket, one
 * statement for all requests that come together. A bucket of `burst` requests refills evenly over
 * `perSeconds`; a refused request takes nothing from it. Each request counts in the bucket of its call's
 * class and, in the same statement, in the bucket of the call itself if it declares limits of its own: a
 * request refused by one may still have consumed from the other.
 */
import type { Call, LimitClass, OwnLimits, RateLimit } from '@dr/protocol/call'
import { AppError } from '../../platform/app-error.ts'
import { createBatcher, fulfilled, type Settled } from '../../platform/batcher.ts'
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import { FLUSHED_LATER, type Tx } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/network-of.ts'

/** Per network address; the second number is seconds. Many people may share one address. */
export const PER_ADDRESS: Readonly<Record<LimitClass, RateLimit>> = {
  'sign-in': { burst: 60, perSeconds: 60 },
  quote: { burst: 120, perSeconds: 60 },
  call: { burst: 1_200, perSeconds: 60 },
}
/**
 * Per network address, of requests with a session, which have their account's limit beside it: a carrier's
 * customers behind one address, and a bound for one who signs in with very many wallets.
 */
const PER_ADDRESS_SIGNED_IN_FACTOR = 10
/** Per account. */
export const PER_ACCOUNT: Readonly<Record<LimitClass, RateLimit>> = {
  'sign-in': { burst: 30, perSeconds: 60 },
  quote: { burst: 30, perSeconds: 60 },
  call: { burst: 300, perSeconds: 60 },
}

interface TokenRequest {
  readonly key: string
  readonly limit: RateLimit
  readonly now: Date
}

/**
 * Milliseconds in which one request flows back, and how far ahead a bucket may be full for one more to fit.
 */
const paceOf = ({ limit, now }: TokenRequest) => {
  const periodMs = limit.perSeconds * 1_000
  const intervalMs = periodMs / limit.burst
  return { intervalMs, latest: new Date(now.getTime() + periodMs - intervalMs) }
}

/** Takes one request from the bucket; the milliseconds to wait when it is empty, 0 otherwise. */
const take = async (tx: Tx, taking: TokenRequest): Promise<number> => {
  const { key, now } = taking
  const { intervalMs, latest } = paceOf(taking)
  const admitted = await tx.query({
    name: 'http_take',
    text: `INSERT INTO rate_bucket AS b (key, full_at)
      SELECT $1, $2::timestamptz + $3 * interval '1 millisecond' FROM ${FLUSHED_LATER}
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

/**
 * Keys of the buckets that had room for all who wanted: these have been taken. Locked in order of key,
 * against deadlocks.
 */
const consumeBatch = async (
  tx: Tx,
  wanted: ReadonlyMap<string, readonly TokenRequest[]>,
): Promise<ReadonlySet<string>> => {
  const groups = [...wanted].map(([key, takings]) => ({
    key,
    count: takings.length,
    now: takings[0]?.now,
    ...paceOf(takings[0] as TokenRequest),
  }))
  const { rows } = await tx.query<{ key: string }>({
    name: 'http_take_whole',
    text: `WITH wanted AS (SELECT key, at, latest, step, step * (count - 1) AS ahead
        FROM (SELECT key, count, at, latest, step_ms * interval '1 millisecond' AS step
          FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::double precision[])
            AS w (key, count, at, latest, step_ms), ${FLUSHED_LATER}) AS w),
      held AS (SELECT key, full_at FROM rate_bucket WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE),
      taken AS (UPDATE rate_bucket b SET full_at = GREATEST(h.full_at, w.at) + w.ahead + w.step
        FROM wanted w JOIN held h ON h.key = w.key
        WHERE b.key = w.key AND GREATEST(h.full_at, w.at) + w.ahead <= w.latest RETURNING b.key),
      made AS (INSERT INTO rate_bucket (key, full_at) SELECT key, at + ahead + step FROM wanted w
        WHERE at + ahead <= latest AND NOT EXISTS (SELECT 1 FROM held h WHERE h.key = w.key) ORDER BY key
        ON CONFLICT (key) DO NOTHING RETURNING key)
      SELECT key FROM taken UNION ALL SELECT key FROM made`,
    values: [
      groups.map(({ key }) => key),
      arrayLiteral(groups.map(({ count }) => count)),
      groups.map(({ now }) => now),
      groups.map(({ latest }) => latest),
      arrayLiteral(groups.map(({ intervalMs }) => intervalMs)),
    ],
  })
  return new Set(rows.map(({ key }) => key))
}

/**
 * The milliseconds each request has to wait. A bucket without room for all of its requests is asked again
 * request by request, up to the first that is refused: those after it would be refused as well, and a flood
 * must not delay other callers.
 */
const takeTogether = async (tx: Tx, takings: readonly TokenRequest[]): Promise<Settled<number>[]> => {
  const wanted = Map.groupBy(takings, ({ key }) => key)
  const whole = takings.length > 1 ? await consumeBatch(tx, wanted) : new Set<string>()
  const empty = new Map<string, number>()
  const outcomes: Settled<number>[] = []
  for (const taking of takings) {
    const { key } = taking
    const waitMs = empty.get(key) ?? (whole.has(key) ? 0 : await take(tx, taking))
    if (waitMs > 0) empty.set(key, waitMs)
    outcomes.push(fulfilled(waitMs))
  }
  return outcomes
}

export type LimitedCall = Pick<Call, 'name' | 'limit' | 'ownLimits'>

export interface RateLimits {
  /** Throws 30003 with `retryAfterSeconds`. `now`: wall time. */
  admitAddress(call: LimitedCall, ip: string, now: Date): Promise<void>
  admitAccount(
    call: LimitedCall,
    of: { readonly userId: number; readonly ip: string },
    now: Date,
  ): Promise<void>
}

interface Bucket {
  readonly key: string
  readonly limit: RateLimit
}

/** The bucket of the call's class, and the call's own; `of`: the address or account they belong to. */
const bucketsOf = (
  call: LimitedCall,
  of: string,
  { shared, own }: { readonly shared: RateLimit; readonly own: OwnLimits[keyof OwnLimits] },
): readonly Bucket[] => [
  { key: `${call.limit}:${of}`, limit: shared },
  ...(own ? [{ key: `${call.name}:${of}`, limit: own }] : []),
]

/**
 * `factor`: how many times the limits above; more than 1 on the local set-up, where one person plays all
 * users.
 */
export const createRateLimits = (
  tx: () => Tx,
  { factor = 1 }: { readonly factor?: number } = {},
): RateLimits => {
  const takeOne = createBatcher<TokenRequest, number>({ run: (takings) => takeTogether(tx(), takings) })
  const admit = async (buckets: readonly Bucket[], now: Date) => {
    const waits = buckets.map(({ key, limit: { burst, perSeconds } }) =>
      takeOne({ key, limit: { burst: burst * factor, perSeconds }, now }),
    )
    const waitMs = Math.max(...(await Promise.all(waits)))
    if (waitMs === 0) return
    throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1_000) } })
  }
  return {
    admitAddress: (call, ip, now) => {
      const limits = { shared: PER_ADDRESS[call.limit], own: call.ownLimits?.perAddress }
      return admit(bucketsOf(call, `ip:${networkOf(ip)}`, limits), now)
    },
    admitAccount: async (call, { userId, ip }, now) => {
      const account = { shared: PER_ACCOUNT[call.limit], own: call.ownLimits?.perAccount }
      await admit(bucketsOf(call, `user:${userId}`, account), now)
      // Only what the account's own limits have room for takes from what its neighbours share.
      const { burst, perSeconds } = PER_ADDRESS[call.limit]
      const wide = { burst: burst * PER_ADDRESS_SIGNED_IN_FACTOR, perSeconds }
      const own = call.ownLimits?.perAddress
      const network = networkOf(ip)
      await admit(
        [
          { key: `${call.limit}:signed-in:${network}`, limit: wide },
          ...(own ? [{ key: `${call.name}:ip:${network}`, limit: own }] : []),
        ],
        now,
      )
    },
  }
}
