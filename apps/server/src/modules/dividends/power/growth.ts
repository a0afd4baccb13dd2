import { GROWTH_RANK_MAX } from '@dr/protocol/constants'
import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'

export interface TopBuyer {
  readonly userId: UserId
  readonly account: LowerHex
  /** Base units of POD power bought in the week. */
  readonly bought: bigint
  /** Position of the last purchase in the order of the chain. */
  readonly reachedAt: bigint
}

/** The week's largest buyers, best first: one index scan of `limit` rows. */
export const topBuyers = async (
  reader: Reader,
  { week, limit }: { readonly week: bigint; readonly limit: number },
): Promise<TopBuyer[]> => {
  const { rows } = await reader.query<{
    user_id: bigint
    account: LowerHex
    bought: bigint
    reached_at: bigint
  }>({
    name: 'pod_growth_top',
    text: `SELECT g.user_id, p.account, g.bought, g.reached_at FROM (
        SELECT user_id, bought, reached_at FROM pod_growth WHERE week = $1
          ORDER BY bought DESC, reached_at LIMIT $2
      ) g JOIN pod_position p USING (user_id) ORDER BY g.bought DESC, g.reached_at`,
    values: [week, limit],
  })
  return rows.map(({ user_id, account, bought, reached_at: reachedAt }) => ({
    userId: userIdOf(user_id),
    account,
    bought,
    reachedAt,
  }))
}

/** Power that a user bought in a week, with their rank. */
export interface Growth {
  readonly bought: bigint
  /** At most GROWTH_RANK_MAX. */
  readonly rank: number
  /** True if the actual rank is worse than `rank`. */
  readonly behindRank: boolean
}

/**
 * Growth of a user in a week; null without purchases. Every user's page reads it, so better ranks are counted
 * only up to GROWTH_RANK_MAX, in the ranking's order: each count reads one range of its index (an OR of both
 * conditions reads the whole week).
 */
export const growthOf = async (
  reader: Reader,
  { week, userId }: { readonly week: bigint; readonly userId: UserId },
): Promise<Growth | null> => {
  const { rows } = await reader.query<{ bought: bigint; ahead: bigint }>({
    name: 'pod_growth_of_user',
    text: `SELECT g.bought, (SELECT count(*) FROM (SELECT FROM pod_growth o WHERE o.week = $1 AND o.bought > g.bought
          ORDER BY o.bought DESC, o.reached_at LIMIT $3) more)
        + (SELECT count(*) FROM (SELECT FROM pod_growth o
          WHERE o.week = $1 AND o.bought = g.bought AND o.reached_at < g.reached_at
          ORDER BY o.bought DESC, o.reached_at LIMIT $3) sooner) AS ahead
      FROM pod_growth g WHERE g.week = $1 AND g.user_id = $2`,
    values: [week, userId, GROWTH_RANK_MAX],
  })
  const row = rows[0]
  if (!row) return null
  const place = Number(row.ahead) + 1
  return {
    bought: row.bought,
    rank: Math.min(place, GROWTH_RANK_MAX),
    behindRank: place > GROWTH_RANK_MAX,
  }
}
