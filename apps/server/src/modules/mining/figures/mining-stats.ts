import type { ResponseOf } from '@dr/protocol/call'
import type { miningStats as miningStatsCall } from '@dr/protocol/calls/user-mining'
import { AppError } from '../../../platform/app-error.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { DAY_SECONDS } from '../../../platform/durations.ts'
import type { UserId } from '../../../platform/ids.ts'
import { foldedChangesOf, type PoolState, readPool } from '../pool/pool.ts'
import { userPowerAt } from '../pool/power.ts'
import { dailySeries, daysBetween } from './daily-series.rules.ts'

const DAYS_MAX = 366n
const DAYS_DEFAULT = 30n

const midnightOf = (day: string): bigint => BigInt(Date.parse(`${day}T00:00:00Z`) / 1000)
const dayOf = (midnight: bigint): string => new Date(Number(midnight) * 1000).toISOString().slice(0, 10)

const rangeOf = (query: { from?: string | undefined; to?: string | undefined }, now: bigint) => {
  const today = (now / DAY_SECONDS) * DAY_SECONDS
  const wanted = query.to === undefined ? today : midnightOf(query.to)
  const last = wanted < today ? wanted : today // not the future
  const first = query.from === undefined ? last - (DAYS_DEFAULT - 1n) * DAY_SECONDS : midnightOf(query.from)
  if (first < 0n || first > last || (last - first) / DAY_SECONDS >= DAYS_MAX) {
    const path = query.from === undefined ? 'to' : 'from'
    throw new AppError('BAD_PARAMETER', { details: { path, reason: 'range' } })
  }
  return { first, last }
}

/** The accumulator at midnights: 0 before the emission's first, the pool's own at its time. */
const accAtMidnights = async (
  reader: Reader,
  { first, last, pool }: { first: bigint; last: bigint; pool: PoolState },
): Promise<(at: bigint) => bigint> => {
  const { rows } = await reader.query<{ at: bigint; acc: bigint }>({
    name: 'mining_acc_at_midnights',
    text: `SELECT p.at, p.acc FROM generate_series($1::bigint, $2::bigint, 86400) AS midnight
      JOIN mining_acc_point p ON p.at = midnight`,
    values: [first, last + DAY_SECONDS],
  })
  const points = new Map(rows.map(({ at, acc }) => [at, acc]))
  return (at) => (at === pool.time ? pool.acc : (points.get(at) ?? 0n))
}

const collectedByDay = async (
  reader: Reader,
  { userId, first, last }: { userId: UserId; first: bigint; last: bigint },
): Promise<ReadonlyMap<bigint, bigint>> => {
  const { rows } = await reader.query<{ day: bigint; amount: bigint }>({
    name: 'mining_collected_by_day',
    text: `SELECT at / 86400 * 86400 AS day, sum(amount) AS amount FROM mining_collect
      WHERE user_id = $1 AND at >= $2 AND at < $3 GROUP BY 1`,
    values: [userId, first, last + DAY_SECONDS],
  })
  return new Map(rows.map(({ day, amount }) => [day, amount]))
}

/**
 * The user's mined and collected amounts, day by day (UTC), oldest first. Computed from days and power
 * changes, not from machines.
 */
export const miningStats = async (
  { reader, startTime }: { reader: Reader; startTime: bigint },
  query: { userId: UserId; from?: string | undefined; to?: string | undefined },
): Promise<ResponseOf<typeof miningStatsCall>> => {
  const { userId } = query
  const { timestamp: now } = await chainNow(reader)
  const { first, last } = rangeOf(query, now)
  const pool = await readPool(reader, startTime)
  const changes = await foldedChangesOf(reader, { userId, from: 0n, before: pool.time })
  const accAt = await accAtMidnights(reader, { first, last, pool })
  const collected = await collectedByDay(reader, { userId, first, last })
  const powerNow = await userPowerAt(reader, userId, now)
  const series = dailySeries({ days: daysBetween(first, last), changes, poolTime: pool.time, accAt })
  return {
    days: series.map(({ day, mined, power }) => ({
      day: dayOf(day),
      mined: mined.toString(),
      collected: (collected.get(day) ?? 0n).toString(),
      power: Number(day + DAY_SECONDS > now ? powerNow : power), // the current day ends now
    })),
  }
}
