/** Adds the folded batch to the counters: each row once, many rows per statement. */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import {
  type DailyActivity,
  type DayOf,
  type Folded,
  NO_ACTIVITY,
  NOTHING,
  type Totals,
  type WeekOf,
} from './fold.rules.ts'
import type { PlacedBatch } from './place-members.ts'
import { addLateActivity, moveOldActivity } from './write-days.ts'
import { expectAllWritten, writePeople } from './write-people.ts'

/** The amounts added to one member's row. */
interface Addition {
  readonly userId: UserId
  readonly own: Totals
  readonly direct: Totals
  readonly team: Totals
  readonly dayDirect: DailyActivity
  readonly dayTeam: DailyActivity
}

/** A counter of base units, and its addition. */
interface Counter {
  readonly column: string
  /** Whether it is a counter of the row's day, which is reset when the day changes. */
  readonly daily: boolean
  readonly of: (addition: Addition) => bigint
}

const amount = (column: string, of: Counter['of'], daily = false): Counter => ({ column, daily, of })

const AMOUNTS: readonly Counter[] = [
  amount('own_burned', ({ own }) => own.burned),
  amount('own_staked', ({ own }) => own.staked),
  amount('own_pledged', ({ own }) => own.pledged),
  amount('direct_burned', ({ direct }) => direct.burned),
  amount('direct_staked', ({ direct }) => direct.staked),
  amount('direct_pledged', ({ direct }) => direct.pledged),
  amount('team_burned', ({ team }) => team.burned),
  amount('team_staked', ({ team }) => team.staked),
  amount('team_pledged', ({ team }) => team.pledged),
  amount('day_direct_burned', ({ dayDirect }) => dayDirect.burned, true),
  amount('day_direct_staked', ({ dayDirect }) => dayDirect.staked, true),
  amount('day_direct_bought', ({ dayDirect }) => dayDirect.bought, true),
  amount('day_team_burned', ({ dayTeam }) => dayTeam.burned, true),
  amount('day_team_staked', ({ dayTeam }) => dayTeam.staked, true),
  amount('day_team_bought', ({ dayTeam }) => dayTeam.bought, true),
]

/** $1: users; then the counters' arrays, from $`first` on. */
const additionsFrom = (first: number, counters: readonly Counter[]): string =>
  `unnest($1::bigint[], ${counters.map((_, index) => `$${first + index}::numeric[]`).join(', ')})
    AS c (user_id, ${counters.map(({ column }) => column).join(', ')})`

interface Adding {
  readonly name: string
  readonly text: string
  readonly counters: readonly Counter[]
}

/** Adds to rows whose day is set to $2. */
const ON_DAY: Adding = {
  name: 'team_add_on_day',
  text: `UPDATE team_member m SET day = $2::integer, ${AMOUNTS.map(({ column, daily }) =>
    daily
      ? `${column} = CASE WHEN m.day = $2::integer THEN m.${column} ELSE 0 END + c.${column}`
      : `${column} = m.${column} + c.${column}`,
  ).join(', ')}
    FROM ${additionsFrom(3, AMOUNTS)} WHERE m.user_id = c.user_id`,
  counters: AMOUNTS,
}

const OF_NO_DAY = AMOUNTS.filter(({ daily }) => !daily)

/** Adds to rows without changing their day. */
const ON_NO_DAY: Adding = {
  name: 'team_add',
  text: `UPDATE team_member m SET ${OF_NO_DAY.map(({ column }) => `${column} = m.${column} + c.${column}`).join(', ')}
    FROM ${additionsFrom(2, OF_NO_DAY)} WHERE m.user_id = c.user_id`,
  counters: OF_NO_DAY,
}

const add = async (tx: Tx, additions: readonly Addition[], day: number | undefined): Promise<void> => {
  if (additions.length === 0) return
  const { name, text, counters } = day === undefined ? ON_NO_DAY : ON_DAY
  const written = await tx.query({
    name,
    text,
    values: [
      arrayLiteral(additions.map(({ userId }) => userId)),
      ...(day === undefined ? [] : [day]),
      ...counters.map(({ of }) => arrayLiteral(additions.map(of))),
    ],
  })
  expectAllWritten(written, additions)
}

const addWeeks = async (tx: Tx, weeks: readonly WeekOf[]): Promise<void> => {
  if (weeks.length === 0) return
  await tx.query({
    name: 'team_week_add',
    text: `INSERT INTO team_week AS w (week, user_id, new_members, performance)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[])
      ON CONFLICT (week, user_id) DO UPDATE SET new_members = w.new_members + excluded.new_members,
        performance = w.performance + excluded.performance`,
    values: [
      arrayLiteral(weeks.map(({ week }) => week)),
      arrayLiteral(weeks.map(({ userId }) => userId)),
      arrayLiteral(weeks.map(({ newMembers }) => newMembers)),
      arrayLiteral(weeks.map(({ performance }) => performance)),
    ],
  })
}

/** Builds the additions: a member's totals are part of the member's first addition, of any day. */
const additionsOf = (folded: Folded) => {
  const done = new Set<UserId>()
  const one = (userId: UserId, dayDirect: DailyActivity, dayTeam: DailyActivity): Addition => {
    const first = !done.has(userId)
    done.add(userId)
    const of = (sums: ReadonlyMap<UserId, Totals>) => (first ? sums.get(userId) : undefined) ?? NOTHING
    return {
      userId,
      own: of(folded.own),
      direct: of(folded.direct),
      team: of(folded.team),
      dayDirect,
      dayTeam,
    }
  }
  return {
    ofDay: (rows: readonly DayOf<DailyActivity>[]) =>
      rows.map(({ userId, direct, team }) => one(userId, direct, team)),
    /** Additions of members without activity on the written days. */
    rest: () =>
      [...new Set([...folded.own.keys(), ...folded.direct.keys(), ...folded.team.keys()])]
        .filter((userId) => !done.has(userId))
        .map((userId) => one(userId, NO_ACTIVITY, NO_ACTIVITY)),
  }
}

/**
 * A day's activity is in the members' own rows until the next day, so that a batch writes each row once. Days
 * before `latest`, the community's last, are late and rare.
 */
const writeAmounts = async (tx: Tx, folded: Folded, latest: number): Promise<void> => {
  const days = [...Map.groupBy(folded.activities, ({ day }) => day)].sort(([a], [b]) => a - b)
  const additions = additionsOf(folded)
  for (const [day, rows] of days) {
    if (day < latest) {
      await addLateActivity(tx, day, rows)
      continue
    }
    await moveOldActivity(
      tx,
      day,
      rows.map(({ userId }) => userId),
    )
    await add(tx, additions.ofDay(rows), day)
  }
  await add(tx, additions.rest(), undefined)
}

/** Writes a folded batch. `latest`: the last day with any activity except joins; −1: none yet. */
export const writeFolded = async (
  tx: Tx,
  folded: Folded,
  { tree, latest }: { readonly tree: PlacedBatch['tree']; readonly latest: number },
): Promise<void> => {
  await writePeople(tx, folded.people, tree)
  await writeAmounts(tx, folded, latest)
  await addWeeks(tx, folded.weeks)
}
