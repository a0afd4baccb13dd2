/** Counts users who joined in the rows of all their ancestors. */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Tx } from '../../platform/database/database.ts'
import { COMMUNITY, type DayOf } from './fold.rules.ts'
import { expectAllWritten, NO_PEOPLE, type TreeCache } from './tree-cache.ts'
import { addLatePeople, putAwayPeople } from './write-days.ts'

type Row = DayOf<number>

const countsOf = (rows: readonly Row[]): string[] => [
  arrayLiteral(rows.map(({ userId }) => userId)),
  arrayLiteral(rows.map(({ direct }) => direct)),
  arrayLiteral(rows.map(({ team }) => team)),
]

/** Inserts the rows of users with their first members. */
const open = async (
  tx: Tx,
  day: number,
  { rows, memory }: { rows: readonly Row[]; memory: TreeCache },
): Promise<void> => {
  if (rows.length === 0) return
  const nodes = rows.map(({ userId }) => memory.node(userId))
  const written = await tx.query({
    name: 'team_people_open',
    text: `INSERT INTO team_people (user_id, inviter_id, depth, day, direct, team, day_direct, day_team)
      SELECT user_id, nullif(inviter_id, 0), depth, $1::integer, direct, team, direct, team
      FROM unnest($2::bigint[], $3::integer[], $4::integer[], $5::bigint[], $6::integer[])
        AS c (user_id, direct, team, inviter_id, depth)
      ON CONFLICT (user_id) DO NOTHING`,
    values: [
      day,
      ...countsOf(rows),
      arrayLiteral(nodes.map(({ inviterId }) => inviterId ?? 0)),
      arrayLiteral(nodes.map(({ depth }) => depth)),
    ],
  })
  expectAllWritten(written, rows)
}

/** Adds to rows and sets their day to `day`; their current day must be the one in `memory`. */
const addOnDay = async (
  tx: Tx,
  day: number,
  { rows, memory }: { rows: readonly Row[]; memory: TreeCache },
): Promise<void> => {
  if (rows.length === 0) return
  const written = await tx.query({
    name: 'team_people_add_on_day',
    text: `UPDATE team_people p SET day = $1, direct = p.direct + c.direct, team = p.team + c.team,
        day_direct = CASE WHEN p.day = $1 THEN p.day_direct ELSE 0 END + c.direct,
        day_team = CASE WHEN p.day = $1 THEN p.day_team ELSE 0 END + c.team
      FROM unnest($2::bigint[], $3::integer[], $4::integer[], $5::integer[]) AS c (user_id, direct, team, day)
      WHERE p.user_id = c.user_id AND p.day = c.day`,
    values: [day, ...countsOf(rows), arrayLiteral(rows.map(({ userId }) => memory.peopleDay(userId)))],
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
 * As `writeFolded` does with other activity: the last day is in the rows themselves; joins of a day before
 * the community's last are late, and are added in `team_day`.
 *
 * @throws {TreeChangedError} a row is missing, or its day differs from `memory`
 */
export const writePeople = async (tx: Tx, people: readonly Row[], memory: TreeCache): Promise<void> => {
  const latest = memory.peopleDay(COMMUNITY)
  for (const [day, rows] of [...Map.groupBy(people, (row) => row.day)].sort(([a], [b]) => a - b)) {
    const { first = [], more = [] } = Object.groupBy(rows, ({ userId }) =>
      memory.peopleDay(userId) === NO_PEOPLE ? 'first' : 'more',
    )
    await open(tx, day, { rows: first, memory })
    if (day < latest) await addLate(tx, day, more)
    else {
      const users = more.map(({ userId }) => userId)
      await putAwayPeople(
        tx,
        day,
        users.filter((userId) => memory.peopleDay(userId) < day),
      )
      await addOnDay(tx, day, { rows: more, memory })
    }
    for (const { userId } of day < latest ? first : rows) memory.setPeopleDay(userId, day)
  }
}
