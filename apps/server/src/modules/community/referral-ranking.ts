import type { ResponseOf } from '@dr/protocol/call'
import type { directReferralRanking } from '@dr/protocol/calls/community'
import { weekOf } from '@dr/protocol/rules/weeks'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { weekAnswer } from '../weeks/index.ts'

const RANKS = 100

/**
 * The first hundred of a week, by the activity of their direct referrals: one index scan of the rows shown.
 */
export const referralRanking = async (
  reader: Reader,
  requested: number | undefined,
): Promise<ResponseOf<typeof directReferralRanking>> => {
  const open = weekOf((await chainNow(reader)).timestamp)
  const week = requested === undefined ? open : BigInt(requested)
  if (week > open) throw new AppError('BAD_PARAMETER', { details: { path: 'week' } })
  const { rows } = await reader.query<{
    address: LowerHex
    new_members: bigint
    performance: bigint
  }>({
    name: 'team_week_top',
    text: `SELECT m.address, w.new_members, w.performance FROM (
        SELECT user_id, new_members, performance FROM team_week WHERE week = $1
          ORDER BY performance DESC, new_members DESC, user_id LIMIT $2
      ) w JOIN team_member m USING (user_id) ORDER BY w.performance DESC, w.new_members DESC, w.user_id`,
    values: [week, RANKS],
  })
  return {
    ...weekAnswer(week),
    items: rows.map(({ address, new_members, performance }, index) => ({
      rank: index + 1,
      address,
      newMembers: Number(new_members),
      performance: performance.toString(),
    })),
  }
}
