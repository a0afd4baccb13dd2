/** Growth prizes of closed weeks in the database. */

import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import { NO_PAYOUT, type Payout } from '../../weeks/index.ts'
import type { Prize } from './close-week.rules.ts'

/** A prize with its winner's address. */
export interface PaidPrize extends Omit<Prize, 'userId'> {
  readonly userId: UserId
  readonly account: LowerHex
}

export const insertPrizes = async (tx: Tx, week: bigint, prizes: readonly PaidPrize[]): Promise<void> => {
  if (prizes.length === 0) return
  await tx.query({
    name: 'dividend_prizes_insert',
    text: `INSERT INTO dividend_prize (week, rank, user_id, account, bought, usdt, dr)
      SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[])`,
    values: [
      week,
      prizes.map(({ rank }) => rank),
      prizes.map(({ userId }) => userId),
      prizes.map(({ account }) => account),
      prizes.map(({ bought }) => bought),
      prizes.map(({ amount }) => amount.USDT),
      prizes.map(({ amount }) => amount.DR),
    ],
  })
}

/** Prizes of these weeks, by rank. */
export const readPrizes = async (
  reader: Reader,
  weeks: readonly bigint[],
): Promise<(PaidPrize & { readonly week: bigint })[]> => {
  const { rows } = await reader.query<{
    week: bigint
    rank: number
    user_id: bigint
    account: LowerHex
    bought: bigint
    usdt: bigint
    dr: bigint
  }>({
    name: 'dividend_prizes_read',
    text: `SELECT week, rank, user_id, account, bought, usdt, dr FROM dividend_prize
      WHERE week = ANY($1::bigint[]) ORDER BY week, rank`,
    values: [weeks],
  })
  return rows.map(({ week, rank, user_id, account, bought, usdt, dr }) => ({
    week,
    account,
    bought,
    rank: Number(rank),
    userId: userIdOf(user_id),
    amount: { USDT: usdt, DR: dr },
  }))
}

/** Sum of a user's prizes. */
export const readPrizesOf = async (reader: Reader, userId: UserId): Promise<Payout> => {
  const { rows } = await reader.query<Payout>({
    name: 'dividend_prizes_of_user',
    text: `SELECT coalesce(sum(usdt), 0) AS "USDT", coalesce(sum(dr), 0) AS "DR" FROM dividend_prize WHERE user_id = $1`,
    values: [userId],
  })
  return rows[0] ?? NO_PAYOUT
}
