/**
 * Writes the places in the tree of the users who join in a batch. A place never changes, so it is written
 * once.
 */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { TakenActivity } from '../activity/index.ts'
import type { Totals, TreeNode } from './fold.rules.ts'
import { type TreeCache, TreeChangedError } from './tree-cache.ts'

const idOf = (id: bigint): UserId => Number(id) as UserId

/**
 * `tree`: the users of a batch with all of their ancestors. `joined`: queue positions of the joins of the
 * batch's users. `before`: totals, from before joining, of those who join in it.
 */
export interface PlacedBatch {
  readonly tree: ReadonlyMap<UserId, TreeNode>
  readonly joined: ReadonlyMap<UserId, bigint>
  readonly before: ReadonlyMap<UserId, Totals>
}

interface JoinerRow {
  user_id: bigint
  inviter_id: bigint | null
  /** From the user's row; null: it has none. */
  burned: bigint | null
  staked: bigint | null
  pledged: bigint | null
}

interface Joiner {
  readonly inviterId: UserId
  /** Totals from before joining; null: no row yet. */
  readonly before: Totals | null
}

interface Place extends Pick<Joiner, 'before'> {
  readonly node: TreeNode
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
        idOf(user_id),
        { inviterId: idOf(inviter_id), before: isKnown ? { burned, staked, pledged } : null },
      ]
    }),
  )
}

/** Inserts rows for users that have none: those without an inviter so far. */
const openMembers = async (tx: Tx, userIds: readonly UserId[]): Promise<void> => {
  if (userIds.length === 0) return
  await tx.query({
    name: 'team_members_open',
    text: `INSERT INTO team_member (user_id, address)
      SELECT id, address FROM users WHERE id = ANY($1::bigint[]) ON CONFLICT (user_id) DO NOTHING`,
    values: [arrayLiteral(userIds)],
  })
}

const columnsOf = (places: readonly Place[]) => [
  places.map(({ node }) => node.userId),
  places.map(({ node }) => node.inviterId),
  places.map(({ node }) => node.depth),
  places.map(({ at }) => at),
  places.map(({ joinedSeq }) => joinedSeq),
]

const PLACES = `unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[], $5::bigint[])
  AS j (user_id, inviter_id, depth, joined_at, joined_seq)`

const writePlaces = async (tx: Tx, places: readonly Place[]): Promise<void> => {
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
 * Places of the users with activity, as far as their joins are folded. Read from their rows, because activity
 * from before joining does not count for the inviter.
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

interface InviterRow {
  id: bigint
  inviter_id: bigint | null
}

/**
 * Adds those of `userIds` that `memory` does not have: users without direct referrals so far who joined
 * before the cache was created, or who have no inviter.
 */
const learnPlaces = async (reader: Reader, memory: TreeCache, userIds: readonly UserId[]): Promise<void> => {
  const unknown = userIds.filter((userId) => !memory.has(userId))
  if (unknown.length === 0) return
  const { rows } = await reader.query<InviterRow>({
    name: 'team_inviters',
    text: `SELECT u.* FROM unnest($1::bigint[]) AS asked (user_id), LATERAL (
        SELECT id, inviter_id FROM users WHERE id = asked.user_id LIMIT 1
      ) u`,
    values: [arrayLiteral(unknown)],
  })
  for (const row of rows) {
    const [userId, inviterId] = [idOf(row.id), row.inviter_id === null ? null : idOf(row.inviter_id)]
    // they joined, so their inviter has members
    if (inviterId !== null && !memory.has(inviterId))
      throw new TreeChangedError(`${inviterId} has members that were not counted here`)
    memory.add({ userId, inviterId, depth: inviterId === null ? 0 : memory.node(inviterId).depth + 1 })
  }
}

/** Joins come in their order, an inviter's before its referrals', so every depth is known in one pass. */
const placeJoiners = (
  joins: readonly TakenActivity[],
  { joiners, memory }: { readonly joiners: ReadonlyMap<UserId, Joiner>; readonly memory: TreeCache },
): Place[] =>
  joins.map(({ userId, at, id }) => {
    const { inviterId, before } = joiners.get(userId) as Joiner
    const node = { userId, inviterId, depth: memory.node(inviterId).depth + 1 }
    memory.add(node)
    return { node, at, joinedSeq: id, before }
  })

/**
 * Inserts a row for each user in `batch`, and writes the places of those who join in it, which `memory` has
 * from then on. `before` of the result has the totals from before joining, except of users who had no row.
 *
 * @throws {TreeChangedError} `memory` is behind the counters
 */
export const placeMembers = async (
  tx: Tx,
  batch: readonly TakenActivity[],
  memory: TreeCache,
): Promise<PlacedBatch> => {
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
  const above = acting.flatMap(({ inviter_id }) => (inviter_id === null ? [] : [idOf(inviter_id)]))
  await learnPlaces(tx, memory, [...new Set([...above, ...inviters])])
  await openMembers(
    tx,
    [...inviters].filter((userId) => memory.node(userId).inviterId === null),
  )
  const places = placeJoiners(joins, { joiners, memory })
  await writePlaces(tx, places)
  const tree = memory.upwards([...above, ...places.map(({ node }) => node.userId)])
  for (const { user_id, inviter_id, depth } of acting) {
    const userId = idOf(user_id)
    if (!tree.has(userId))
      tree.set(userId, { userId, inviterId: inviter_id === null ? null : idOf(inviter_id), depth })
  }
  const joined = [
    ...acting.flatMap(({ user_id, joined_seq }) =>
      joined_seq === null ? [] : [[idOf(user_id), joined_seq] as const],
    ),
    ...places.map(({ node, joinedSeq }) => [node.userId, joinedSeq] as const),
  ]
  return {
    tree,
    joined: new Map(joined),
    before: new Map(places.flatMap(({ node, before }) => (before ? [[node.userId, before] as const] : []))),
  }
}
