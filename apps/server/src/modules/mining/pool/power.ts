import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PoolState } from './pool.ts'

/** Producing power of the network in T at `at` (Unix seconds, not before the pool's time). */
export const networkPowerAt = async (reader: Reader, pool: PoolState, at: bigint): Promise<bigint> => {
  const { rows } = await reader.query<{ change: bigint }>({
    name: 'mining_network_power_change',
    text: `SELECT coalesce(sum(delta), 0)::bigint AS change FROM mining_power_moment WHERE at >= $1 AND at <= $2`,
    values: [pool.time, at],
  })
  return pool.power + (rows[0]?.change ?? 0n)
}

/** Producing power of one user in T at `at`. */
export const userPowerAt = async (reader: Reader, userId: UserId, at: bigint): Promise<bigint> => {
  const { rows } = await reader.query<{ power: bigint }>({
    name: 'mining_user_power',
    text: `SELECT coalesce(sum(delta), 0)::bigint AS power FROM mining_power_change WHERE user_id = $1 AND at <= $2`,
    values: [userId, at],
  })
  return rows[0]?.power ?? 0n
}
