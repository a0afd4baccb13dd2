/** Counts users who joined in the rows of all their ancestors. */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { QueryResult, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { COMMUNITY, type DayOf } from './fold.rules.ts'
import type { Member, PlacedBatch } from './place-members.ts'
import { addLatePeople, moveOldPeople } from './write-days.ts'

type Row = DayOf<number>
type Tree = PlacedBatch['tree']

/** Throws unless every counter was updated: placing the batch's members created their rows. */
export const expectAllWritten = ({ rowCount }: QueryResult<unknown>, rows: readonly unknown[]): void => {
  if (rowCount !== rows.length)
    throw new FatalError(`${rows.length - rowCount} of ${rows.length} counters are missing`)
}

const memberOf = (tree: Tree, userId: UserId): Member => {
  const member = tree.get(userId)
  if (!member) throw new FatalError(`${userId} has people, and no place in the tree`)
  return member
}

const countsOf = (rows: readonly Row[]): string[] => [
  arrayLiteral(rows.map(({ userId }) => userId)),
  arrayLiteral(rows.map(({ direct }) => direct)),
  arrayLiteral(rows.map(({ team }) => team)),
]

/** Inserts the first counts of members. */
const open = async (
  tx: Tx,
  day: number,
  { rows, tree }: { rows: readonly Row[]; tree: Tree },
): Promise<void> => {
  if (rows.length === 0) return
  const nodes = rows.map(({ userId }) => memberOf(tree, userId))
  await tx.query({
    name: 'team_people_open',
    text: `INSERT INTO team_people (user_id, inviter_id, depth, day, direct, team, day_direct, day_team)
      SELECT user_id, nullif(inviter_id, 0), depth, $1::integer, direct, team, direct, team
      FROM unnest($2::bigint[], $3::integer[], $4::integer[], $5::bigint[], $6::integer[])
        AS c (user_id, direct, team, inviter_id, depth)`,
    values: [
      day,
      ...countsOf(rows),
      arrayLiteral(nodes.map(({ inviterId }) => inviterId ?? 0)),
      arrayLiteral(nodes.map(({ depth }) => depth)),
    ],
  })
}

/** Adds joins of `day`, and sets the rows' day to it. */
const addOnDay = async (tx: Tx, day: number, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  const written = await tx.query({
    name: 'team_people_add_on_day',
    text: `UPDATE team_people p SET day = $1, direct = p.direct + c.direct, team = p.team + c.team,
        day_direct = CASE WHEN p.day = $1 THEN p.day_direct ELSE 0 END + c.direct,
        day_team = CASE WHEN p.day = $1 THEN p.day_team ELSE 0 END + c.team
      FROM unnest($2::bigint[], $3::integer[], $4::integer[]) AS c (user_id, direct, team)
      WHERE p.user_id = c.user_id`,
    values: [day, ...countsOf(rows)],
  })
  expectAllWritten(written, rows)
}

/** Adds to rows without changing their day. */
const addLate = async (tx: Tx, day: number, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  const written = await tx.query({
    name: 'team_people_add_late',
    text: `UPDATE team_people p SET direct = p.direct + c.direct, team = p.team + c.team
      FROM unnest($1::bigint[], $2::integer[], $3::integer[]) AS c (user_id, direct, team)
      WHERE p.user_id = c.user_id`,
    values: countsOf(rows),
  })
  expectAllWritten(written, rows)
  await addLatePeople(tx, day, rows)
}

/**
 * Writes joins like `writeFolded` amounts: those of the community's last day in the rows themselves, earlier
 * ones, which are late, in `team_day`.
 */
export const writePeople = async (tx: Tx, people: readonly Row[], tree: Tree): Promise<void> => {
  const days = new Map<UserId, number>()
  const dayOf = (userId: UserId): number => days.get(userId) ?? memberOf(tree, userId).peopleDay
  const latest = dayOf(COMMUNITY)
  for (const [day, rows] of [...Map.groupBy(people, (row) => row.day)].sort(([a], [b]) => a - b)) {
    const { first = [], more = [] } = Object.groupBy(rows, ({ userId }) =>
      dayOf(userId) < 0 ? 'first' : 'more',
    )
    await open(tx, day, { rows: first, tree })
    if (day < latest) await addLate(tx, day, more)
    else {
      const users = more.map(({ userId }) => userId)
      await moveOldPeople(
        tx,
        day,
        users.filter((userId) => dayOf(userId) < day),
      )
      await addOnDay(tx, day, more)
    }
    for (const { userId } of day < latest ? first : rows) days.set(userId, day)
  }
}
