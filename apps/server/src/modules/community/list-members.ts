/**
 * Users below a user: direct referrals, or the result of a search. Users outside the downline are never
 * shown.
 */

import type { Member } from '@dr/protocol/calls/community'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { beforeCursor, decodeCursor, type Page, toPage } from '../../platform/pagination.ts'
import { levelOf, levelValueOf } from './levels.rules.ts'

interface MemberRow {
  address: LowerHex
  joined_at: bigint
  joined_seq: bigint
  depth: number
  own_burned: bigint
  own_staked: bigint
  own_pledged: bigint
  team_members: number
  team_staked: bigint
  team_pledged: bigint
}

interface MembersQuery {
  readonly userId: UserId
  /** Number of ancestors of `userId`. */
  readonly depth: number
  readonly cursor?: string | undefined
  readonly limit: number
}

const COLUMNS = `m.user_id, m.address, m.joined_at, m.joined_seq, m.depth, m.own_burned, m.own_staked, m.own_pledged,
  m.team_staked, m.team_pledged`
const MEMBER = `${COLUMNS}, coalesce((SELECT team FROM team_people WHERE user_id = m.user_id), 0) AS team_members`
const WHOLE_ADDRESS = 42

const memberOf = (row: MemberRow, depth: number): Member => ({
  address: row.address,
  joinedAt: Number(row.joined_at),
  depth: Number(row.depth) - depth,
  level: levelOf(levelValueOf({ staked: row.team_staked, pledged: row.team_pledged })),
  burned: row.own_burned.toString(),
  staked: row.own_staked.toString(),
  pledged: row.own_pledged.toString(),
  team: row.team_members,
})

const pageOf = (rows: readonly MemberRow[], { depth, limit }: MembersQuery): Page<Member> =>
  toPage(rows, { limit, idOf: (row) => row.joined_seq, itemOf: (row) => memberOf(row, depth) })

const listDirect = async (reader: Reader, query: MembersQuery): Promise<Page<Member>> => {
  const { userId, cursor, limit } = query
  const { rows } = await reader.query<MemberRow>({
    name: 'team_direct',
    text: `SELECT ${MEMBER} FROM team_member m WHERE inviter_id = $1 AND joined_seq < $2
      ORDER BY joined_seq DESC LIMIT $3`,
    values: [userId, beforeCursor(cursor), limit + 1],
  })
  return pageOf(rows, query)
}

/** In the order of addresses: only one page is read, whatever the number of matches. */
const listByPrefix = async (reader: Reader, query: MembersQuery, prefix: string): Promise<Page<Member>> => {
  const { userId, cursor, limit } = query
  const { rows } = await reader.query<MemberRow>({
    name: 'team_direct_prefix',
    text: `SELECT ${MEMBER} FROM team_member m
      WHERE inviter_id = $1 AND address >= $2::text AND address < $2::text || 'g'
        AND ($3::bigint IS NULL OR address >
          (SELECT c.address FROM team_member c WHERE c.inviter_id = $1 AND c.joined_seq = $3))
      ORDER BY address LIMIT $4`,
    values: [userId, prefix, cursor === undefined ? null : decodeCursor(cursor), limit + 1],
  })
  return pageOf(rows, query)
}

/**
 * Finds a user below `userId` at any depth, walking up from the user by the difference of their depths. A
 * user outside the downline gives the same result as one that does not exist.
 */
const findBelow = async (reader: Reader, query: MembersQuery, address: string): Promise<Page<Member>> => {
  const { rows } = await reader.query<MemberRow>({
    name: 'team_find_below',
    text: `WITH RECURSIVE found AS (
        SELECT ${COLUMNS} FROM users u JOIN team_member m ON m.user_id = u.id
          WHERE u.address = $2 AND m.depth > $3
      ), up AS (
        SELECT m.user_id, m.inviter_id, m.depth FROM found JOIN team_member m USING (user_id)
        UNION ALL
        SELECT a.* FROM up, LATERAL (
          SELECT user_id, inviter_id, depth FROM team_member WHERE user_id = up.inviter_id LIMIT 1
        ) a WHERE up.depth > $3
      ) SELECT ${MEMBER} FROM found m WHERE EXISTS (SELECT FROM up WHERE user_id = $1)`,
    values: [query.userId, address, query.depth],
  })
  return pageOf(rows, query)
}

/** `search`: lower case; the start of a direct referral's address, or the whole address of any descendant. */
export const listMembers = (
  reader: Reader,
  query: MembersQuery & { readonly search?: string | undefined },
): Promise<Page<Member>> => {
  const { search } = query
  if (search === undefined) return listDirect(reader, query)
  return search.length === WHOLE_ADDRESS
    ? findBelow(reader, query, search)
    : listByPrefix(reader, query, search)
}
