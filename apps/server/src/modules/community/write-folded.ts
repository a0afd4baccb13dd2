/** What a batch came to, added to the counters: each row once, many at a time. */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import {
  type DayDeeds,
  type DayOf,
  type Folded,
  NO_DEEDS,
  NOTHING,
  type Standing,
  type WeekOf,
} from './fold.rules.ts'
import type { PlacedBatch } from './place-members.ts'
import { addLateDay, putAwayDays } from './write-days.ts'

/** What is added to one member's row. */
interface Addition {
  readonly userId: UserId
  readonly own: Standing
  readonly direct: Standing
  readonly team: Standing
  readonly dayDirect: DayDeeds
  readonly dayTeam: DayDeeds
}

/** A counter, of whole people or of base units, and what is added to it. */
interface Counter {
  readonly column: string
  readonly type: 'bigint' | 'numeric'
  /** Of the row's day: begins again with a new one. */
  readonly daily: boolean
  readonly of: (addition: Addition) => bigint
}

const PEOPLE: readonly Counter[] = [
  { column: 'direct_members', type: 'bigint', daily: false, of: ({ direct }) => direct.members },
  { column: 'team_members', type: 'bigint', daily: false, of: ({ team }) => team.members },
  { column: 'day_direct_members', type: 'bigint', daily: true, of: ({ dayDirect }) => dayDirect.members },
  { column: 'day_team_members', type: 'bigint', daily: true, of: ({ dayTeam }) => dayTeam.members },
]

const amount = (column: string, of: Counter['of'], daily = false): Counter => ({
  column,
  type: 'numeric',
  daily,
  of,
})

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

const COUNTERS = [...PEOPLE, ...AMOUNTS]

interface Adding {
  readonly name: string
  readonly text: string
  readonly counters: readonly Counter[]
}

/** Adds to `counters` of rows that stand at the day $2 from here on. */
const addingOnDay = (name: string, counters: readonly Counter[]): Adding => {
  const sets = COUNTERS.flatMap((one) => {
    const added = counters.includes(one) ? ` + c.${one.column}` : ''
    if (!one.daily) return added === '' ? [] : [`${one.column} = m.${one.column}${added}`]
    return [`${one.column} = CASE WHEN m.day = $2::integer THEN m.${one.column} ELSE 0 END${added}`]
  })
  const arrays = counters.map(({ type }, index) => `$${index + 3}::${type}[]`)
  const text = `UPDATE team_member m SET day = $2::integer, ${sets.join(', ')}
    FROM unnest($1::bigint[], ${arrays.join(', ')}) AS c (user_id, ${counters.map(({ column }) => column).join(', ')})
    WHERE m.user_id = c.user_id`
  return { name, text, counters }
}

/** Adds to those of `all` that are of no day; the row's day stays what it is. */
const addingOnNoDay = (name: string, all: readonly Counter[]): Adding => {
  const counters = all.filter(({ daily }) => !daily)
  const sets = counters.map(({ column }) => `${column} = m.${column} + c.${column}`)
  const arrays = counters.map(({ type }, index) => `$${index + 2}::${type}[]`)
  const text = `UPDATE team_member m SET ${sets.join(', ')}
    FROM unnest($1::bigint[], ${arrays.join(', ')}) AS c (user_id, ${counters.map(({ column }) => column).join(', ')})
    WHERE m.user_id = c.user_id`
  return { name, text, counters }
}

/** Most of what happens are joins, which add nothing but people: then nothing else is sent. */
const ON_DAY = {
  people: addingOnDay('team_add_people_on_day', PEOPLE),
  amounts: addingOnDay('team_add_on_day', COUNTERS),
}
const ON_NO_DAY = {
  people: addingOnNoDay('team_add_people', PEOPLE),
  amounts: addingOnNoDay('team_add', COUNTERS),
}

const isWorth = ({ burned, staked, pledged }: Standing): boolean =>
  burned !== 0n || staked !== 0n || pledged !== 0n
const isWorthOnDay = ({ burned, staked, bought }: DayDeeds): boolean =>
  burned !== 0n || staked !== 0n || bought !== 0n

/** Whether any of `AMOUNTS` is added; asked of every row, so without going through their list. */
const hasAmounts = ({ own, direct, team, dayDirect, dayTeam }: Addition): boolean =>
  isWorth(own) || isWorth(direct) || isWorth(team) || isWorthOnDay(dayDirect) || isWorthOnDay(dayTeam)

const add = async (tx: Tx, additions: readonly Addition[], day: number | undefined): Promise<void> => {
  const groups = Map.groupBy(additions, (addition) => (hasAmounts(addition) ? 'amounts' : 'people'))
  for (const [what, rows] of groups) {
    const { name, text, counters } = (day === undefined ? ON_NO_DAY : ON_DAY)[what]
    await tx.query({
      name,
      text,
      values: [
        arrayLiteral(rows.map(({ userId }) => userId)),
        ...(day === undefined ? [] : [day]),
        ...counters.map(({ of }) => arrayLiteral(rows.map(of))),
      ],
    })
  }
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

/** Makes additions: a member's sums go along with the first of theirs, whatever day it is of. */
const additionsOf = (folded: Folded) => {
  const done = new Set<UserId>()
  const one = (userId: UserId, dayDirect: DayDeeds, dayTeam: DayDeeds): Addition => {
    const first = !done.has(userId)
    done.add(userId)
    const of = (sums: ReadonlyMap<UserId, Standing>) => (first ? sums.get(userId) : undefined) ?? NOTHING
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
    ofDay: (rows: readonly DayOf[]) => rows.map(({ userId, direct, team }) => one(userId, direct, team)),
    /** Of those who did nothing on a day that was written. */
    rest: () =>
      [...new Set([...folded.own.keys(), ...folded.direct.keys(), ...folded.team.keys()])]
        .filter((userId) => !done.has(userId))
        .map((userId) => one(userId, NO_DEEDS, NO_DEEDS)),
  }
}

/**
 * A day's figures stand in the members' own rows until the next day, so that a batch writes each row once. Days before
 * `latest`, the community's last, are late, and rare.
 */
export const writeFolded = async (
  tx: Tx,
  folded: Folded,
  { tree, latest }: { readonly tree: PlacedBatch['tree']; readonly latest: number },
): Promise<void> => {
  const days = [...Map.groupBy(folded.days, ({ day }) => day)].sort(([a], [b]) => a - b)
  const additions = additionsOf(folded)
  const written = new Map<UserId, number>()
  const standsAt = (userId: UserId) => written.get(userId) ?? tree.get(userId)?.day ?? latest
  for (const [day, rows] of days) {
    if (day < latest) {
      await addLateDay(tx, day, rows)
      continue
    }
    const users = rows.map(({ userId }) => userId)
    await putAwayDays(
      tx,
      day,
      users.filter((userId) => standsAt(userId) >= 0 && standsAt(userId) < day),
    )
    await add(tx, additions.ofDay(rows), day)
    for (const userId of users) written.set(userId, day)
  }
  await add(tx, additions.rest(), undefined)
  await addWeeks(tx, folded.weeks)
}
