import type { ResponseOf } from '@dr/protocol/call'
import type { priceHistory as priceHistoryCall } from '@dr/protocol/calls/swap'
import type { PriceRange } from '@dr/protocol/constants'
import type { PricedToken } from '@dr/protocol/tokens'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type Bucketing, bucketsUntil, fillBuckets, MINUTE, type PriceSpan } from './history.rules.ts'

const BUCKETS: Readonly<Record<PriceRange, Omit<Bucketing, 'from'>>> = {
  '24h': { seconds: 600n, count: 144 },
  '7d': { seconds: 3_600n, count: 168 },
  '30d': { seconds: 14_400n, count: 180 },
}

/** The beginning of the history, and the price just before `from`. */
const readBefore = async (
  reader: Reader,
  { token, from }: { token: PricedToken; from: bigint },
): Promise<{ since: bigint | null; before: bigint | null }> => {
  const { rows } = await reader.query<{ first: bigint | null; before: bigint | null }>({
    name: 'pool_price_before',
    text: `SELECT (SELECT min(minute) FROM pool_price WHERE token = $1) AS first,
      (SELECT close FROM pool_price WHERE token = $1 AND minute < $2 ORDER BY minute DESC LIMIT 1) AS before`,
    values: [token, from / MINUTE],
  })
  const first = rows[0]?.first ?? null
  return { since: first === null ? null : first * MINUTE, before: rows[0]?.before ?? null }
}

const readChanges = async (
  reader: Reader,
  { token, buckets }: { token: PricedToken; buckets: Bucketing },
): Promise<ReadonlyMap<number, PriceSpan>> => {
  const { rows } = await reader.query<PriceSpan & { bucket: bigint }>({
    name: 'pool_price_buckets',
    text: `SELECT (minute - $2) / $3 AS bucket, min(low) AS low, max(high) AS high,
        (array_agg(close ORDER BY minute DESC))[1] AS close
      FROM pool_price WHERE token = $1 AND minute >= $2 GROUP BY 1`,
    values: [token, buckets.from / MINUTE, buckets.seconds / MINUTE],
  })
  return new Map(rows.map(({ bucket, close, low, high }) => [Number(bucket), { close, low, high }]))
}

/** The pool's own history until the chain's clock. */
export const priceHistory = async (
  reader: Reader,
  { token, range, source }: { token: PricedToken; range: PriceRange; source: string },
): Promise<ResponseOf<typeof priceHistoryCall>> => {
  const { timestamp: now } = await chainNow(reader)
  const buckets = bucketsUntil(now, BUCKETS[range])
  const { since, before } = await readBefore(reader, { token, from: buckets.from })
  const changes = await readChanges(reader, { token, buckets })
  return {
    token,
    range,
    from: Number(buckets.from),
    to: Number(now),
    bucketSeconds: Number(buckets.seconds),
    since: since === null ? null : Number(since),
    source,
    points: fillBuckets({ buckets, before, changes }).map(({ at, close, low, high }) => ({
      at: Number(at),
      close: close.toString(),
      low: low.toString(),
      high: high.toString(),
    })),
  }
}
