/** Counters of a user's node account: total credited by packages, and reinvested of it. */
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { PackageToken } from '../terms/terms.rules.ts'

export interface UserCounters {
  /** Base units. */
  readonly credited: bigint
  readonly reinvested: bigint
}

const NONE: UserCounters = { credited: 0n, reinvested: 0n }

export interface UserToken {
  readonly userId: UserId
  readonly token: PackageToken
}

const SELECT = 'SELECT credited, reinvested FROM package_user WHERE user_id = $1 AND token = $2'

export const readCounters = async (reader: Reader, { userId, token }: UserToken): Promise<UserCounters> => {
  const { rows } = await reader.query<UserCounters>({
    name: 'package_user_read',
    text: SELECT,
    values: [userId, token],
  })
  return rows[0] ?? NONE
}

/** A user's rows of both tokens, always locked in the same order, until the transaction ends. */
export const lockCounters = async (tx: Tx, userId: UserId): Promise<Record<PackageToken, UserCounters>> => {
  await tx.query({
    name: 'package_user_open',
    text: `INSERT INTO package_user (user_id, token) VALUES ($1, 'DR'), ($1, 'USDT') ON CONFLICT DO NOTHING`,
    values: [userId],
  })
  const { rows } = await tx.query<UserCounters & { token: PackageToken }>({
    name: 'package_user_lock',
    text: `SELECT token, credited, reinvested FROM package_user WHERE user_id = $1
      ORDER BY token FOR UPDATE`,
    values: [userId],
  })
  const of = (token: PackageToken) => rows.find((row) => row.token === token) ?? NONE
  return { USDT: of('USDT'), DR: of('DR') }
}

/** Adds to the credited totals of many users at once. */
export const addCredited = async (
  tx: Tx,
  credits: readonly (UserToken & { readonly amount: bigint })[],
): Promise<void> => {
  if (credits.length === 0) return
  await tx.query({
    name: 'package_user_credit',
    text: `INSERT INTO package_user AS u (user_id, token, credited)
      SELECT c.user_id, c.token, sum(c.amount) FROM unnest($1::bigint[], $2::text[], $3::numeric[])
        AS c (user_id, token, amount) GROUP BY c.user_id, c.token ORDER BY c.user_id, c.token
      ON CONFLICT (user_id, token) DO UPDATE SET credited = u.credited + excluded.credited`,
    values: [
      credits.map(({ userId }) => userId),
      credits.map(({ token }) => token),
      credits.map(({ amount }) => amount),
    ],
  })
}

export const addReinvested = async (tx: Tx, { userId, token, amount }: UserToken & { amount: bigint }) => {
  await tx.query({
    name: 'package_user_reinvest',
    text: 'UPDATE package_user SET reinvested = reinvested + $3 WHERE user_id = $1 AND token = $2',
    values: [userId, token, amount],
  })
}
