/** Positions in the tree of the users who join in a batch. Written once, since a position never changes. */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'
import type { TakenActivity } from '../activity/index.ts'
import { COMMUNITY, type Totals, type TreeNode } from './fold.rules.ts'

/** A member of the tree; `peopleDay`: the last day of a join below them; −1: none yet. */
export interface Member extends TreeNode {
  readonly peopleDay: number
}

/**
 * The members of a batch with all their ancestors, and the community; queue positions of the joins in the
 * batch; and the totals, before joining, of users who join in it.
 */
export interface PlacedBatch {
  readonly tree: ReadonlyMap<UserId, Member>
  readonly joined: ReadonlyMap<UserId, bigint>
  readonly before: ReadonlyMap<UserId, Totals>
}

interface JoinerRow {
  user_id: bigint
  inviter_id: bigint | null
  /** From the user's row; null if there is none. */
  burned: bigint | null
  staked: bigint | null
  pledged: bigint | null
}

interface Joiner {
  readonly inviterId: UserId
  /** Totals from before joining; null if there is no row yet. */
  readonly before: Totals | null
}

interface PlacedJoin extends Pick<Joiner, 'before'> {
  readonly node: Member
  readonly at: bigint
  readonly joinedSeq: bigint
}

/**
 * LATERAL with a limit, here and below: rows are looked up by key, never by reading the whole table, even if
 * the planner overestimates their number.
 */
const readJoiners = async (reader: Reader, userIds: readonly UserId[]): Promise<Map<UserId, Joiner>> => {
  if (userIds.length === 0) return new Map()
  const { rows } = await reader.query<JoinerRow>({
    name: 'team_joiners',
    text: `SELECT j.user_id, u.inviter_id, m.burned, m.staked, m.pledged
      FROM unnest($1::bigint[]) AS j (user_id)
      CROSS JOIN LATERAL (SELECT inviter_id FROM users WHERE id = j.user_id LIMIT 1) u
      LEFT JOIN LATERAL (
        SELECT own_burned AS burned, own_staked AS staked, own_pledged AS pledged
        FROM team_member WHERE user_id = j.user_id LIMIT 1
      ) m ON true`,
    values: [arrayLiteral(userIds)],
  })
  return new Map(
    rows.map(({ user_id, inviter_id, burned, staked, pledged }) => {
      if (inviter_id === null) throw new FatalError(`${user_id} has no inviter`)
      const isKnown = burned !== null && staked !== null && pledged !== null
      return [
        userIdOf(user_id),
        { inviterId: userIdOf(inviter_id), before: isKnown ? { burned, staked, pledged } : null },
      ]
    }),
  )
}

/** Inserts rows for users without one: those without an inviter so far. */
const openMembers = async (tx: Tx, userIds: readonly UserId[]): Promise<void> => {
  if (userIds.length === 0) return
  await tx.query({
    name: 'team_members_open',
    text: `INSERT INTO team_member (user_id, address)
      SELECT id, address FROM users WHERE id = ANY($1::bigint[]) ON CONFLICT (user_id) DO NOTHING`,
    values: [arrayLiteral(userIds)],
  })
}

const columnsOf = (places: readonly PlacedJoin[]) => [
  places.map(({ node }) => node.userId),
  places.map(({ node }) => node.inviterId),
  places.map(({ node }) => node.depth),
  places.map(({ at }) => at),
  places.map(({ joinedSeq }) => joinedSeq),
]

const PLACES = `unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[], $5::bigint[])
  AS j (user_id, inviter_id, depth, joined_at, joined_seq)`

const writePlaces = async (tx: Tx, places: readonly PlacedJoin[]): Promise<void> => {
  const { fresh = [], known = [] } = Object.groupBy(places, ({ before }) =>
    before === null ? 'fresh' : 'known',
  )
  if (fresh.length > 0) {
    await tx.query({
      name: 'team_members_join',
      text: `INSERT INTO team_member (user_id, address, inviter_id, depth, joined_at, joined_seq)
        SELECT j.user_id, u.address, j.inviter_id, j.depth, j.joined_at, j.joined_seq FROM ${PLACES},
          LATERAL (SELECT address FROM users WHERE id = j.user_id LIMIT 1) u`,
      values: columnsOf(fresh),
    })
  }
  if (known.length > 0) {
    await tx.query({
      name: 'team_members_join_known',
      text: `UPDATE team_member m SET inviter_id = j.inviter_id, depth = j.depth, joined_at = j.joined_at,
          joined_seq = j.joined_seq
        FROM ${PLACES} WHERE m.user_id = j.user_id`,
      values: columnsOf(known),
    })
  }
}

interface ActorRow {
  user_id: bigint
  inviter_id: bigint | null
  depth: number
  joined_seq: bigint | null
}

/**
 * Positions of the users with activity, as far as their joins are folded. Read from their rows, because
 * activity from before joining does not count for the inviter.
 */
const readActors = async (reader: Reader, userIds: readonly UserId[]): Promise<ActorRow[]> => {
  if (userIds.length === 0) return []
  const { rows } = await reader.query<ActorRow>({
    name: 'team_actors',
    text: `SELECT m.* FROM unnest($1::bigint[]) AS asked (user_id), LATERAL (
        SELECT user_id, inviter_id, depth, joined_seq FROM team_member WHERE user_id = asked.user_id LIMIT 1
      ) m`,
    values: [arrayLiteral(userIds)],
  })
  return rows
}

/** Lists of integers in the same order; 0 for no inviter, −1 for no day, then also for the depth. */
interface AncestorRow {
  user_ids: string
  inviter_ids: string
  depths: string
  days: string
}

const numbersOf = (list: string): number[] => list.split(',').map(Number)

/**
 * These users and all their ancestors, each once; in one row, for they are many. Ancestors are found by
 * `team_people`, whose rows are few and narrow, and which has every user with descendants. A user whose first
 * referral joins in this batch has none there: their inviter is read from `users`.
 */
const readUpwards = async (reader: Reader, userIds: readonly UserId[]): Promise<Map<UserId, Member>> => {
  const { rows } = await reader.query<AncestorRow>({
    name: 'team_upwards',
    text: `WITH RECURSIVE up AS (
        SELECT asked.user_id, coalesce(p.inviter_id, u.inviter_id) AS inviter_id, p.depth, p.day
          FROM unnest($1::bigint[]) AS asked (user_id)
          LEFT JOIN LATERAL (SELECT * FROM team_people WHERE user_id = asked.user_id LIMIT 1) p ON true
          LEFT JOIN LATERAL (
            SELECT inviter_id FROM users WHERE id = asked.user_id AND p.user_id IS NULL LIMIT 1
          ) u ON true
        UNION
        SELECT p.* FROM up, LATERAL (
          SELECT user_id, inviter_id, depth, day FROM team_people WHERE user_id = up.inviter_id LIMIT 1
        ) p
      )
      SELECT string_agg(user_id::text, ',') AS user_ids,
        string_agg(coalesce(inviter_id, 0)::text, ',') AS inviter_ids,
        string_agg(coalesce(depth, -1)::text, ',') AS depths, string_agg(coalesce(day, -1)::text, ',') AS days
      FROM up`,
    values: [arrayLiteral([COMMUNITY, ...userIds])],
  })
  const row = rows[0] as AncestorRow
  const [inviterIds, depths, days] = [numbersOf(row.inviter_ids), numbersOf(row.depths), numbersOf(row.days)]
  const ids = numbersOf(row.user_ids).map(userIdOf)
  const depthOf = new Map(ids.map((id, index) => [id, depths[index] as number]))
  return new Map(
    ids.map((userId, index) => {
      const inviterId = inviterIds[index] ? userIdOf(inviterIds[index]) : null
      const inviterDepth = inviterId === null ? -1 : depthOf.get(inviterId)
      if (inviterDepth === undefined)
        throw new FatalError(`${inviterId}, who invited ${userId}, has no people`)
      const known = depths[index] as number
      return [
        userId,
        { userId, inviterId, depth: known >= 0 ? known : inviterDepth + 1, peopleDay: days[index] as number },
      ]
    }),
  )
}

/** Joins are in order, an inviter's before its referrals', so every depth is known in one pass. */
const placeJoiners = (
  joins: readonly TakenActivity[],
  { joiners, tree }: { readonly joiners: ReadonlyMap<UserId, Joiner>; readonly tree: Map<UserId, Member> },
): PlacedJoin[] =>
  joins.map(({ userId, at, id }) => {
    const { inviterId, before } = joiners.get(userId) as Joiner
    const inviter = tree.get(inviterId)
    if (!inviter) throw new FatalError(`${inviterId}, who invited ${userId}, has no place in the tree`)
    const node = { userId, inviterId, depth: inviter.depth + 1, peopleDay: -1 }
    tree.set(userId, node)
    return { node, at, joinedSeq: id, before }
  })

/**
 * Inserts missing rows for the users of `batch`, and the positions of those who join in it. A joining user
 * keeps the totals from before (`before`; absent for users without a row).
 */
export const placeMembers = async (tx: Tx, batch: readonly TakenActivity[]): Promise<PlacedBatch> => {
  const joins = batch.filter(({ kind }) => kind === 'joined')
  const joiners = await readJoiners(
    tx,
    joins.map(({ userId }) => userId),
  )
  const isOther = (userId: UserId) => !joiners.has(userId)
  const actors = new Set(batch.map(({ userId }) => userId).filter(isOther))
  const inviters = new Set([...joiners.values()].map(({ inviterId }) => inviterId).filter(isOther))
  await openMembers(tx, [...actors])
  const acting = await readActors(tx, [...actors])
  const invitersOfActing = acting.flatMap(({ inviter_id }) =>
    inviter_id === null ? [] : [userIdOf(inviter_id)],
  )
  const tree = await readUpwards(tx, [...new Set([...invitersOfActing, ...inviters])])
  await openMembers(
    tx,
    [...inviters].filter((userId) => tree.get(userId)?.inviterId === null),
  )
  for (const { user_id, inviter_id, depth } of acting) {
    const userId = userIdOf(user_id)
    const inviterId = inviter_id === null ? null : userIdOf(inviter_id)
    if (!tree.has(userId)) tree.set(userId, { userId, inviterId, depth, peopleDay: -1 })
  }
  const places = placeJoiners(joins, { joiners, tree })
  await writePlaces(tx, places)
  const joined = [
    ...acting.flatMap(({ user_id, joined_seq }) =>
      joined_seq === null ? [] : [[userIdOf(user_id), joined_seq] as const],
    ),
    ...places.map(({ node, joinedSeq }) => [node.userId, joinedSeq] as const),
  ]
  return {
    tree,
    joined: new Map(joined),
    before: new Map(places.flatMap(({ node, before }) => (before ? [[node.userId, before] as const] : []))),
  }
}
