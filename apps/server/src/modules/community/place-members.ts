/** The tree as the fold knows it: who joined below whom. The relation never changes, so a place is written once. */
import type { Reader, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { TakenActivity } from '../activity/index.ts'
import type { Standing, TreeNode } from './fold.rules.ts'

interface NodeRow {
  user_id: bigint
  inviter_id: bigint | null
  depth: number
  joined_seq: bigint | null
}

const idOf = (id: bigint): UserId => Number(id) as UserId

/** Rows for those who have none: of users without an inviter so far. */
const openMembers = async (tx: Tx, userIds: readonly UserId[]): Promise<void> => {
  await tx.query({
    name: 'team_members_open',
    text: `INSERT INTO team_member (user_id, address)
      SELECT id, address FROM users WHERE id = ANY($1::bigint[]) ON CONFLICT (user_id) DO NOTHING`,
    values: [userIds],
  })
}

const readInviters = async (reader: Reader, userIds: readonly UserId[]): Promise<Map<UserId, UserId>> => {
  const { rows } = await reader.query<{ id: bigint; inviter_id: bigint }>({
    name: 'team_inviters',
    text: 'SELECT id, inviter_id FROM users WHERE id = ANY($1::bigint[]) AND inviter_id IS NOT NULL',
    values: [userIds],
  })
  return new Map(rows.map((row) => [idOf(row.id), idOf(row.inviter_id)]))
}

const readMembers = async (
  reader: Reader,
  userIds: readonly UserId[],
): Promise<Map<UserId, { readonly depth: number; readonly before: Standing }>> => {
  const { rows } = await reader.query<NodeRow & Omit<Standing, 'members'>>({
    name: 'team_members_read',
    text: `SELECT user_id, depth, own_burned AS burned, own_staked AS staked, own_pledged AS pledged
      FROM team_member WHERE user_id = ANY($1::bigint[])`,
    values: [userIds],
  })
  return new Map(
    rows.map(({ user_id, depth, burned, staked, pledged }) => [
      idOf(user_id),
      { depth: Number(depth), before: { members: 0n, burned, staked, pledged } },
    ]),
  )
}

/**
 * Gives everybody in `batch` a row, and those who join in it their place. Answers what each of these amounted to before:
 * they bring it along. Joins come in their order, an inviter's before its referrals', so every depth is known in one pass.
 */
export const placeMembers = async (
  tx: Tx,
  batch: readonly TakenActivity[],
): Promise<Map<UserId, Standing>> => {
  const joins = batch.filter(({ kind }) => kind === 'joined')
  const joiners = joins.map(({ userId }) => userId)
  const inviters = await readInviters(tx, joiners)
  await openMembers(tx, [...new Set([...batch.map(({ userId }) => userId), ...inviters.values()])])
  if (joins.length === 0) return new Map()
  const known = await readMembers(tx, [...new Set([...joiners, ...inviters.values()])])
  const depths = new Map([...known].map(([userId, { depth }]) => [userId, depth]))
  const places = joins.map(({ userId, at, id }) => {
    const inviterId = inviters.get(userId)
    const above = inviterId === undefined ? undefined : depths.get(inviterId)
    if (inviterId === undefined || above === undefined) throw new FatalError(`${userId} joined nobody known`)
    depths.set(userId, above + 1)
    return { userId, inviterId, at, id, depth: above + 1 }
  })
  await tx.query({
    name: 'team_members_join',
    text: `UPDATE team_member m SET inviter_id = j.inviter_id, depth = j.depth, joined_at = j.at, joined_seq = j.seq
      FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[], $5::bigint[])
        AS j (user_id, inviter_id, depth, at, seq) WHERE m.user_id = j.user_id`,
    values: [
      places.map(({ userId }) => userId),
      places.map(({ inviterId }) => inviterId),
      places.map(({ depth }) => depth),
      places.map(({ at }) => at),
      places.map(({ id }) => id),
    ],
  })
  return new Map(
    [...known].flatMap(([userId, { before }]) => (inviters.has(userId) ? [[userId, before] as const] : [])),
  )
}

/**
 * These users with all who stand above them, each once. LATERAL with a limit: the next generation is looked up by its
 * key, never by reading the whole tree, whatever the planner thinks of recursion.
 */
export const readUpwards = async (
  reader: Reader,
  userIds: readonly UserId[],
): Promise<Map<UserId, TreeNode>> => {
  const { rows } = await reader.query<NodeRow>({
    name: 'team_upwards',
    text: `WITH RECURSIVE up AS (
        SELECT user_id, inviter_id, depth, joined_seq FROM team_member WHERE user_id = ANY($1::bigint[])
        UNION
        SELECT m.* FROM up, LATERAL (
          SELECT user_id, inviter_id, depth, joined_seq FROM team_member WHERE user_id = up.inviter_id LIMIT 1
        ) m
      ) SELECT * FROM up`,
    values: [userIds],
  })
  return new Map(
    rows.map((row) => [
      idOf(row.user_id),
      {
        userId: idOf(row.user_id),
        inviterId: row.inviter_id === null ? null : idOf(row.inviter_id),
        depth: Number(row.depth),
        joinedSeq: row.joined_seq,
      },
    ]),
  )
}
