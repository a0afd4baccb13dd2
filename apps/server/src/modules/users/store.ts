/** Reads of the users module. */

import { createBatcher, fulfilled } from '../../platform/batcher.ts'
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'
import type { InviterName } from './users.rules.ts'

export interface User {
  readonly id: UserId
  readonly address: LowerHex
  readonly inviteCode: string
  readonly inviterId: UserId | null
  readonly inviterAddress: LowerHex | null
  readonly activatedAt: Date | null
  readonly registeredAt: Date
}

interface UserRow {
  id: bigint
  address: LowerHex
  invite_code: string
  inviter_id: bigint | null
  inviter_address: LowerHex | null
  activated_at: Date | null
  registered_at: Date
}

const toUser = (row: UserRow): User => ({
  id: userIdOf(row.id),
  address: row.address,
  inviteCode: row.invite_code,
  inviterId: row.inviter_id === null ? null : userIdOf(row.inviter_id),
  inviterAddress: row.inviter_address,
  activatedAt: row.activated_at,
  registeredAt: row.registered_at,
})

const SELECT_USER = `SELECT u.id, u.address, u.invite_code, u.inviter_id, i.address AS inviter_address,
    u.activated_at, u.registered_at
  FROM users u LEFT JOIN users i ON i.id = u.inviter_id`

const findOne = async (reader: Reader, name: string, where: string, value: unknown) => {
  const { rows } = await reader.query<UserRow>({
    name,
    text: `${SELECT_USER} WHERE ${where}`,
    values: [value],
  })
  return rows[0] && toUser(rows[0])
}

export const findUserById = (reader: Reader, id: UserId): Promise<User | undefined> =>
  findOne(reader, 'users_by_id', 'u.id = $1', id)

/** A user's inviter, or null; undefined if there is no such user. Concurrent look-ups share a query. */
export type FindInviter = (id: UserId) => Promise<LowerHex | null | undefined>

export const createInviterFinder = (reader: () => Reader): FindInviter =>
  createBatcher({
    run: async (ids: readonly UserId[]) => {
      const { rows } = await reader().query<{ id: bigint; inviter: LowerHex | null }>({
        name: 'users_inviters_by_id',
        text: `SELECT u.id, i.address AS inviter FROM users u LEFT JOIN users i ON i.id = u.inviter_id
          WHERE u.id = ANY($1::bigint[])`,
        values: [arrayLiteral(ids)],
      })
      const inviters = new Map(rows.map(({ id, inviter }) => [userIdOf(id), inviter]))
      return ids.map((id) => fulfilled(inviters.get(id)))
    },
  })

export const findUserByAddress = (reader: Reader, address: LowerHex): Promise<User | undefined> =>
  findOne(reader, 'users_by_address', 'u.address = $1', address)

/** The registered users among many addresses (lower case). */
export const findUserIds = async (
  reader: Reader,
  addresses: readonly LowerHex[],
): Promise<{ readonly userId: UserId; readonly address: LowerHex }[]> => {
  const { rows } = await reader.query<{ id: bigint; address: LowerHex }>({
    name: 'users_ids_by_address',
    text: 'SELECT id, address FROM users WHERE address = ANY($1::text[])',
    values: [addresses],
  })
  return rows.map(({ id, address }) => ({ userId: userIdOf(id), address }))
}

/** Addresses (lower case) of users. */
export const findAddresses = async (
  reader: Reader,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, LowerHex>> => {
  const { rows } = await reader.query<{ id: bigint; address: LowerHex }>({
    name: 'users_addresses_by_id',
    text: 'SELECT id, address FROM users WHERE id = ANY($1::bigint[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, address }) => [userIdOf(id), address]))
}

/** Inviters of these users that were bound before `at`. */
export const invitersBoundBefore = async (
  reader: Reader,
  { ids, at }: { readonly ids: readonly UserId[]; readonly at: Date },
): Promise<{ readonly userId: UserId; readonly inviterId: UserId }[]> => {
  const { rows } = await reader.query<{ id: bigint; inviter_id: bigint }>({
    name: 'users_inviters_bound_before',
    text: `SELECT id, inviter_id FROM users
      WHERE id = ANY($1::bigint[]) AND inviter_id IS NOT NULL AND activated_at < $2`,
    values: [ids, at],
  })
  return rows.map((row) => ({ userId: userIdOf(row.id), inviterId: userIdOf(row.inviter_id) }))
}

const findUserByInviteCode = (reader: Reader, code: string): Promise<User | undefined> =>
  findOne(reader, 'users_by_code', 'u.invite_code = $1', code)

export const findInviter = async (reader: Reader, name: InviterName): Promise<User | undefined> => {
  if (name.by === 'nothing') return undefined
  return name.by === 'address'
    ? findUserByAddress(reader, name.address)
    : findUserByInviteCode(reader, name.code)
}

/**
 * The user's row, locked until the transaction ends, so that binding happens once (others may still refer to
 * it).
 */
export const lockUser = async (reader: Reader, id: UserId): Promise<User | undefined> =>
  findOne(reader, 'users_lock', 'u.id = $1 FOR NO KEY UPDATE OF u', id)

/** Whether `ancestor` is an ancestor of `user`: one index look-up for each generation. */
export const isInDownline = async (
  reader: Reader,
  { user, ancestor }: { readonly user: UserId; readonly ancestor: UserId },
): Promise<boolean> => {
  const { rows } = await reader.query<{ found: boolean }>({
    name: 'users_in_downline',
    text: `WITH RECURSIVE upward (id) AS (
        SELECT inviter_id FROM users WHERE id = $1
        UNION SELECT u.inviter_id FROM users u JOIN upward ON u.id = upward.id WHERE u.inviter_id IS NOT NULL
      ) SELECT EXISTS (SELECT FROM upward WHERE id = $2) AS found`,
    values: [user, ancestor],
  })
  return rows[0]?.found === true
}
