/** Rows of holders: positions, and power that joins and leaves by week. */

import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import type { Payout } from '../../weeks/index.ts'
import type { HolderChange } from './holder-week.rules.ts'
import type { PowerPosition } from './position.rules.ts'
import { FINE } from './scaled-power.rules.ts'

/** A holder's row. `credited`: dividends so far, base units. */
export interface Holder {
  readonly userId: UserId
  readonly account: LowerHex
  readonly position: PowerPosition
  readonly credited: Payout
  /**
   * The part of the pledge that was reported to teams, without purchases since the last closed week. Base
   * units.
   */
  readonly reported: bigint
}

interface PositionRow {
  user_id: bigint
  account: LowerHex
  week: bigint
  generation: bigint
  shares: bigint
  index_left: bigint
  paid_usdt: bigint
  paid_dr: bigint
  accrued_usdt: bigint
  accrued_dr: bigint
  unpledged: bigint
  credited_usdt: bigint
  credited_dr: bigint
  told: bigint
}

const COLUMNS = `user_id, account, week, generation, shares, index_left, paid_usdt, paid_dr, accrued_usdt, accrued_dr,
  unpledged, credited_usdt, credited_dr, told`

const holderOf = (row: PositionRow): Holder => ({
  userId: userIdOf(row.user_id),
  account: row.account,
  position: {
    week: row.week,
    generation: row.generation,
    shares: row.shares,
    index: { left: row.index_left, paid: { USDT: row.paid_usdt, DR: row.paid_dr } },
    accrued: { USDT: row.accrued_usdt, DR: row.accrued_dr },
    unpledged: row.unpledged,
  },
  credited: { USDT: row.credited_usdt, DR: row.credited_dr },
  reported: row.told,
})

export const readHolder = async (reader: Reader, userId: UserId): Promise<Holder | undefined> => {
  const { rows } = await reader.query<PositionRow>({
    name: 'pod_position_read',
    text: `SELECT ${COLUMNS} FROM pod_position WHERE user_id = $1`,
    values: [userId],
  })
  return rows[0] && holderOf(rows[0])
}

/** The holder, locked until this transaction ends; undefined before the first final purchase. */
export const lockHolder = async (tx: Tx, userId: UserId): Promise<Holder | undefined> => {
  const { rows } = await tx.query<PositionRow>({
    name: 'pod_position_lock',
    text: `SELECT ${COLUMNS} FROM pod_position WHERE user_id = $1 FOR UPDATE`,
    values: [userId],
  })
  return rows[0] && holderOf(rows[0])
}

/**
 * At most `limit` holders that are not settled to `week`, locked; those locked by another transaction are
 * skipped.
 */
export const lockHoldersBehind = async (
  tx: Tx,
  { week, limit }: { week: bigint; limit: number },
): Promise<Holder[]> => {
  const { rows } = await tx.query<PositionRow>({
    name: 'pod_position_lock_behind',
    text: `SELECT ${COLUMNS} FROM pod_position WHERE week < $1 ORDER BY week, user_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    values: [week, limit],
  })
  return rows.map(holderOf)
}

/** Holders by address, after `after`. */
export const readHoldersAfter = async (
  reader: Reader,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<Holder, 'userId' | 'account'>[]> => {
  const { rows } = await reader.query<{ user_id: bigint; account: LowerHex }>({
    name: 'pod_position_page',
    text: 'SELECT user_id, account FROM pod_position WHERE account > $1 ORDER BY account LIMIT $2',
    values: [after, limit],
  })
  return rows.map((row) => ({ userId: userIdOf(row.user_id), account: row.account }))
}

export const writeHolders = async (tx: Tx, holders: readonly Holder[]): Promise<void> => {
  const column = <T>(pick: (holder: Holder) => T): T[] => holders.map(pick)
  await tx.query({
    name: 'pod_positions_write',
    text: `UPDATE pod_position p SET week = n.week, generation = n.generation, shares = n.shares,
        index_left = n.index_left, paid_usdt = n.paid_usdt, paid_dr = n.paid_dr, accrued_usdt = n.accrued_usdt,
        accrued_dr = n.accrued_dr, unpledged = n.unpledged, credited_usdt = n.credited_usdt, credited_dr = n.credited_dr,
        told = n.told
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[],
          $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[])
        AS n (user_id, week, generation, shares, index_left, paid_usdt, paid_dr, accrued_usdt, accrued_dr, unpledged,
          credited_usdt, credited_dr, told)
      WHERE p.user_id = n.user_id`,
    values: [
      column(({ userId }) => userId),
      column(({ position }) => position.week),
      column(({ position }) => position.generation),
      column(({ position }) => position.shares),
      column(({ position }) => position.index.left),
      column(({ position }) => position.index.paid.USDT),
      column(({ position }) => position.index.paid.DR),
      column(({ position }) => position.accrued.USDT),
      column(({ position }) => position.accrued.DR),
      column(({ position }) => position.unpledged),
      column(({ credited }) => credited.USDT),
      column(({ credited }) => credited.DR),
      column(({ reported }) => reported),
    ],
  })
}

/**
 * Power that joined and left, of these holders, in the weeks of `[from, before)`: purchases and requests
 * together.
 */
export const readChanges = async (
  reader: Reader,
  query: { readonly userIds: readonly UserId[]; readonly from: bigint; readonly before: bigint },
): Promise<Map<UserId, HolderChange[]>> => {
  const { rows } = await reader.query<{
    user_id: bigint
    week: bigint
    bought: bigint
    joining: bigint
    leaving: bigint
  }>({
    name: 'pod_changes_read',
    text: `SELECT user_id, week, sum(bought) AS bought, sum(joining) AS joining, sum(leaving) AS leaving FROM (
        SELECT user_id, week, power AS bought, 0::numeric AS joining, 0::numeric AS leaving FROM pod_purchase
          WHERE user_id = ANY($1::bigint[]) AND week >= $2 AND week < $3
        UNION ALL SELECT user_id, week, 0, joining, leaving FROM pod_pledge_change
          WHERE user_id = ANY($1::bigint[]) AND week >= $2 AND week < $3
      ) c GROUP BY user_id, week ORDER BY user_id, week`,
    values: [query.userIds, query.from, query.before],
  })
  const changes = new Map<UserId, HolderChange[]>()
  for (const { user_id, week, bought, joining, leaving } of rows) {
    const userId = userIdOf(user_id)
    const own = changes.get(userId) ?? []
    own.push({ week, bought, joining: joining + bought * FINE, leaving })
    changes.set(userId, own)
  }
  return changes
}

/**
 * Writes the total of a holder's requests in the open week: `joining` excludes purchases. The holder must be
 * locked.
 */
export const writeChange = async (
  tx: Tx,
  { userId, week, joining, leaving }: { userId: UserId; week: bigint; joining: bigint; leaving: bigint },
): Promise<void> => {
  await tx.query({
    name: 'pod_pledge_change_write',
    text: `INSERT INTO pod_pledge_change (user_id, week, joining, leaving) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, week) DO UPDATE SET joining = excluded.joining, leaving = excluded.leaving`,
    values: [userId, week, joining, leaving],
  })
}
