/**
 * Buckets of requests in PostgreSQL, shared by all replicas: the generic cell rate algorithm, one row a
 * bucket, one statement for all requests that come together. A bucket of `burst` requests refills evenly over
 * `perSeconds`; a refused request takes nothing from the bucket that refuses it.
 */
import type { RateLimit } from '@dr/protocol/call'
import { createBatcher, fulfilled, type Settled } from '../../platform/batcher.ts'
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import { FLUSHED_LATER, type Tx } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/transaction-scope.ts'

/** A bucket that a request takes from. `now`: wall time. */
interface Bucket {
  readonly key: string
  readonly limit: RateLimit
  readonly now: Date
}

/**
 * What a request takes. Nothing of `shared` when a bucket of `own` refuses it; of several in one of them, one
 * may have given before another refuses.
 */
export interface Demand {
  readonly own: readonly Bucket[]
  readonly shared: readonly Bucket[]
}

/** Buckets that this process remembers to be empty; of more, the oldest are forgotten, and asked again. */
const REMEMBERED_MAX = 10_000

/** When buckets that refused a request have room for one again: until then no statement asks them. */
const createRefusals = () => {
  const roomAt = new Map<string, number>()
  return {
    /** Milliseconds; 0: it may have room. */
    waitOf: ({ key, now }: Bucket): number => {
      const at = roomAt.get(key)
      if (at === undefined) return 0
      const waitMs = at - now.getTime()
      if (waitMs > 0) return waitMs
      roomAt.delete(key)
      return 0
    },
    note: ({ key, now, limit }: Bucket, waitMs: number): void => {
      roomAt.delete(key)
      // No bucket is further ahead than it holds, but by a clock that was off: then it is asked again.
      roomAt.set(key, now.getTime() + Math.min(waitMs, limit.perSeconds * 1_000))
      if (roomAt.size <= REMEMBERED_MAX) return
      for (const oldest of roomAt.keys()) return void roomAt.delete(oldest)
    },
  }
}

type Refusals = ReturnType<typeof createRefusals>

/**
 * Milliseconds in which one request flows back, and how far ahead a bucket may be full for one more to fit.
 */
const paceOf = ({ limit, now }: Bucket) => {
  const periodMs = limit.perSeconds * 1_000
  const intervalMs = periodMs / limit.burst
  return { intervalMs, latest: new Date(now.getTime() + periodMs - intervalMs) }
}

/** Takes one request from the bucket; the milliseconds to wait when it is empty, 0 otherwise. */
const takeOne = async (tx: Tx, bucket: Bucket): Promise<number> => {
  const { key, now } = bucket
  const { intervalMs, latest } = paceOf(bucket)
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

const NONE: ReadonlySet<string> = new Set()

const bucketsOf = ({ own, shared }: Demand): readonly Bucket[] => [...own, ...shared]

/**
 * Keys of the buckets that had room for all who wanted: these have been taken, and of those that are shared
 * only when every other had room, as far as this statement sees: another replica may be making the first row
 * of one. Locked in order of key, against deadlocks.
 */
const takeBatch = async (tx: Tx, demands: readonly Demand[]): Promise<ReadonlySet<string>> => {
  const shared = new Set(demands.flatMap((demand) => demand.shared.map(({ key }) => key)))
  const buckets = demands.flatMap(bucketsOf)
  if (buckets.length < 2) return NONE // by itself it is taken as fast
  const groups = [...Map.groupBy(buckets, ({ key }) => key)].map(([key, [one, ...others]]) => ({
    key,
    isShared: shared.has(key),
    count: 1 + others.length,
    now: one?.now,
    ...paceOf(one as Bucket),
  }))
  const { rows } = await tx.query<{ key: string }>({
    name: 'http_take_whole',
    text: `WITH wanted AS (SELECT key, at, latest, step, step * (count - 1) AS ahead, is_shared
        FROM (SELECT key, count, at, latest, step_ms * interval '1 millisecond' AS step, is_shared
          FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::double precision[],
            $6::boolean[]) AS w (key, count, at, latest, step_ms, is_shared), ${FLUSHED_LATER}) AS w),
      held AS (SELECT key, full_at FROM rate_bucket WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE),
      asked AS (SELECT w.key, w.step, w.is_shared, h.key IS NOT NULL AS is_held,
          GREATEST(h.full_at, w.at) + w.ahead AS last_at, GREATEST(h.full_at, w.at) + w.ahead <= w.latest AS fits
        FROM wanted w LEFT JOIN held h ON h.key = w.key),
      fitting AS (SELECT key, is_held, last_at + step AS full_at FROM asked
        WHERE fits AND (NOT is_shared OR NOT EXISTS (SELECT 1 FROM asked a WHERE NOT a.is_shared AND NOT a.fits))),
      taken AS (UPDATE rate_bucket b SET full_at = f.full_at FROM fitting f
        WHERE f.is_held AND b.key = f.key RETURNING b.key),
      made AS (INSERT INTO rate_bucket (key, full_at) SELECT key, full_at FROM fitting
        WHERE NOT is_held ORDER BY key ON CONFLICT (key) DO NOTHING RETURNING key)
      SELECT key FROM taken UNION ALL SELECT key FROM made`,
    values: [
      groups.map(({ key }) => key),
      arrayLiteral(groups.map(({ count }) => count)),
      groups.map(({ now }) => now),
      groups.map(({ latest }) => latest),
      arrayLiteral(groups.map(({ intervalMs }) => intervalMs)),
      groups.map(({ isShared }) => isShared),
    ],
  })
  return new Set(rows.map(({ key }) => key))
}

interface Context {
  readonly tx: Tx
  readonly refusals: Refusals
}

/** The longest wait of one request's buckets. Those that are not in `taken` are taken from one by one. */
const takeEach = async (
  { tx, refusals }: Context,
  buckets: readonly Bucket[],
  taken: ReadonlySet<string>,
): Promise<number> => {
  let longest = 0
  for (const bucket of buckets) {
    if (taken.has(bucket.key)) continue
    const waitMs = refusals.waitOf(bucket) || (await takeOne(tx, bucket))
    if (waitMs > 0) refusals.note(bucket, waitMs)
    longest = Math.max(longest, waitMs)
  }
  return longest
}

/**
 * The milliseconds each request has to wait. A bucket without room for all of its requests is asked again
 * request by request, up to the first that is refused: those after it would be refused as well, and a flood
 * must not delay other callers.
 */
const takeTogether = async (context: Context, demands: readonly Demand[]): Promise<Settled<number>[]> => {
  const { tx, refusals } = context
  const waits = demands.map((demand) => Math.max(...bucketsOf(demand).map(refusals.waitOf)))
  const admitted = () => demands.filter((_, index) => waits[index] === 0)
  const take = async (stage: keyof Demand, taken: ReadonlySet<string>) => {
    for (const [index, demand] of demands.entries())
      if (waits[index] === 0) waits[index] = await takeEach(context, demand[stage], taken)
  }
  // One statement: what conflicts with another replica's has taken nothing, and is asked again.
  const takeAll = (some: readonly Demand[]) => retryConflicts(() => takeBatch(tx, some))
  const taken = await takeAll(admitted())
  await take('own', taken)
  const rest = admitted().map(({ shared }) => ({
    own: shared.filter(({ key }) => !taken.has(key)),
    shared: [],
  }))
  await take('shared', new Set([...taken, ...(await takeAll(rest))]))
  return waits.map(fulfilled)
}

/** The milliseconds a request has to wait; 0: it has taken what it demands. */
export const createRateBuckets = (tx: () => Tx): ((demand: Demand) => Promise<number>) => {
  const refusals = createRefusals()
  return createBatcher<Demand, number>({
    run: (demands) => takeTogether({ tx: tx(), refusals }, demands),
  })
}
