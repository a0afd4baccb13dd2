/** Stored nodes of closed weeks. */

import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'
import type { NodePay } from './node-week.rules.ts'

/** A node of a closed week, with its payment. */
export interface NodeShare extends NodePay {
  readonly userId: UserId
}

export const insertShares = async (tx: Tx, week: bigint, shares: readonly NodeShare[]): Promise<void> => {
  if (shares.length === 0) return
  await tx.query({
    name: 'node_shares_insert',
    text: `INSERT INTO node_share (week, rank, user_id, account, own, direct, usdt, dr)
      SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[],
        $8::numeric[])`,
    values: [
      week,
      shares.map(({ rank }) => rank),
      shares.map(({ userId }) => userId),
      shares.map(({ account }) => account),
      shares.map(({ own }) => own),
      shares.map(({ direct }) => direct),
      shares.map(({ amount }) => amount.USDT),
      shares.map(({ amount }) => amount.DR),
    ],
  })
}

interface ShareRow {
  week: bigint
  rank: number
  user_id: bigint
  account: LowerHex
  own: bigint
  direct: bigint
  usdt: bigint
  dr: bigint
}

const shareOfRow = (row: ShareRow): NodeShare & { readonly week: bigint } => ({
  week: row.week,
  rank: Number(row.rank),
  userId: userIdOf(row.user_id),
  account: row.account,
  own: row.own,
  direct: row.direct,
  weight: row.own + row.direct,
  amount: { USDT: row.usdt, DR: row.dr },
})

const SELECT_SHARES = 'SELECT week, rank, user_id, account, own, direct, usdt, dr FROM node_share'

/** All nodes of a week, by rank. */
export const readShares = async (reader: Reader, week: bigint): Promise<NodeShare[]> => {
  const { rows } = await reader.query<ShareRow>({
    name: 'node_shares_of_week',
    text: `${SELECT_SHARES} WHERE week = $1 ORDER BY rank`,
    values: [week],
  })
  return rows.map(shareOfRow)
}

/** One user's shares of these weeks. */
export const readSharesOf = async (
  reader: Reader,
  { userId, weeks }: { readonly userId: UserId; readonly weeks: readonly bigint[] },
): Promise<(NodeShare & { readonly week: bigint })[]> => {
  const { rows } = await reader.query<ShareRow>({
    name: 'node_shares_of_user',
    text: `${SELECT_SHARES} WHERE user_id = $1 AND week = ANY($2::bigint[])`,
    values: [userId, weeks],
  })
  return rows.map(shareOfRow)
}
