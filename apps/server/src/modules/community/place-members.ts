/** The tree as the fold knows it: who joined below whom. The relation never changes, so a place is written once. */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { TakenActivity } from '../activity/index.ts'
import type { Standing, TreeNode } from './fold.rules.ts'

const idOf = (id: bigint): UserId => Number(id) as UserId

/** A member as the fold finds them: `day` is the last that their row stands at, −1 for none. */
export interface Member extends TreeNode {
  readonly day: number
}

/** The members of a batch with all who stand above them, and what those who join in it amounted to before. */
export interface PlacedBatch {
  readonly tree: ReadonlyMap<UserId, Member>
  readonly before: ReadonlyMap<UserId, Standing>
}

interface JoinerRow {
  user_id: bigint
  inviter_id: bigint | null
  /** Of their row; null: they have none. */
  day: number | null
  burned: bigint
  staked: bigint
  pledged: bigint
}

interface Joiner {
  readonly inviterId: UserId
  /** That their row stands at; −1: none. */
  readonly day: number
  /** What they amounted to; null: they have no row yet. */
  readonly before: Standing | null
}

interface Place extends Pick<Joiner, 'before'> {
  readonly node: Member
  readonly at: bigint
}

/**
 * LATERAL with a limit, here and below: a row is looked up by its key, never by reading the whole table, whatever the
 * planner thinks of how many are asked for.
 */
const readJoiners = async (reader: Reader, userIds: readonly UserId[]): Promise<Map<UserId, Joiner>> => {
  if (userIds.length === 0) return new Map()
  const { rows } = await reader.query<JoinerRow>({
    name: 'team_joiners',
    text: `SELECT j.user_id, u.inviter_id, m.day, m.burned, m.staked, m.pledged
      FROM unnest($1::bigint[]) AS j (user_id)
      CROSS JOIN LATERAL (SELECT inviter_id FROM users WHERE id = j.user_id LIMIT 1) u
      LEFT JOIN LATERAL (
        SELECT day, own_burned AS burned, own_staked AS staked, own_pledged AS pledged
        FROM team_member WHERE user_id = j.user_id LIMIT 1
      ) m ON true`,
    values: [arrayLiteral(userIds)],
  })
  return new Map(
    rows.map(({ user_id, inviter_id, day, ...sums }) => {
      if (inviter_id === null) throw new FatalError(`${user_id} joined nobody`)
      const before = day === null ? null : { members: 0n, ...sums }
      return [idOf(user_id), { inviterId: idOf(inviter_id), day: day ?? -1, before }]
    }),
  )
}

/** Rows for those who have none: of users without an inviter so far. */
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
  places.map(({ node }) => node.joinedSeq),
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

/** Lists of whole numbers, in the same order; 0 where there is none. */
interface UpwardsRow {
  user_ids: string | null
  inviter_ids: string
  depths: string
  joined_seqs: string
  days: string
}

/** These users with all who stand above them, each once; in one row, for they are many. */
const readUpwards = async (reader: Reader, userIds: readonly UserId[]): Promise<Map<UserId, Member>> => {
  const { rows } = await reader.query<UpwardsRow>({
    name: 'team_upwards',
    text: `WITH RECURSIVE up AS (
        SELECT m.* FROM unnest($1::bigint[]) AS asked (user_id), LATERAL (
          SELECT user_id, inviter_id, depth, joined_seq, day FROM team_member WHERE user_id = asked.user_id LIMIT 1
        ) m
        UNION
        SELECT m.* FROM up, LATERAL (
          SELECT user_id, inviter_id, depth, joined_seq, day FROM team_member WHERE user_id = up.inviter_id LIMIT 1
        ) m
      )
      SELECT string_agg(user_id::text, ',') AS user_ids, string_agg(coalesce(inviter_id, 0)::text, ',') AS inviter_ids,
        string_agg(depth::text, ',') AS depths, string_agg(coalesce(joined_seq, 0)::text, ',') AS joined_seqs,
        string_agg(day::text, ',') AS days FROM up`,
    values: [arrayLiteral(userIds)],
  })
  const row = rows[0] as UpwardsRow
  if (row.user_ids === null) return new Map()
  const numbersOf = (list: string) => list.split(',').map(Number)
  const [inviterIds, depths, days] = [row.inviter_ids, row.depths, row.days].map(numbersOf)
  const joinedSeqs = row.joined_seqs.split(',').map(BigInt)
  return new Map(
    numbersOf(row.user_ids).map((id, index) => {
      const userId = id as UserId
      const inviterId = (inviterIds?.[index] || null) as UserId | null
      const [depth, day] = [depths?.[index] as number, days?.[index] as number]
      return [userId, { userId, inviterId, depth, joinedSeq: joinedSeqs[index] || null, day }]
    }),
  )
}

/** Joins come in their order, an inviter's before its referrals', so every depth is known in one pass. */
const placeJoiners = (
  joins: readonly TakenActivity[],
  { joiners, tree }: { readonly joiners: ReadonlyMap<UserId, Joiner>; readonly tree: Map<UserId, Member> },
): Place[] =>
  joins.map(({ userId, at, id }) => {
    const { inviterId, day, before } = joiners.get(userId) as Joiner
    const above = tree.get(inviterId)
    if (!above) throw new FatalError(`${userId} joined nobody known`)
    const node = { userId, inviterId, depth: above.depth + 1, joinedSeq: id, day }
    tree.set(userId, node)
    return { node, at, before }
  })

/**
 * Gives everybody in `batch` a row, and those who join in it their place. Whoever joins brings along what they amounted to
 * before (`before`; nothing of those who had no row).
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
  const tree = await readUpwards(tx, [...new Set([...actors, ...inviters])])
  const roots = [...inviters].filter((userId) => !tree.has(userId))
  await openMembers(tx, roots)
  for (const userId of roots)
    tree.set(userId, { userId, inviterId: null, depth: 0, joinedSeq: null, day: -1 })
  const places = placeJoiners(joins, { joiners, tree })
  await writePlaces(tx, places)
  return {
    tree,
    before: new Map(places.flatMap(({ node, before }) => (before ? [[node.userId, before] as const] : []))),
  }
}
