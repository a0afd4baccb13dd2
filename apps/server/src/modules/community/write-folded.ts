/** What a batch came to, added to the counters: each row once, many at a time. */
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { type DayOf, type Folded, NO_DEEDS, type Standing, type WeekOf } from './fold.rules.ts'
import { addLateDay, beginDay, deedsOf, latestDay } from './write-days.ts'

const NONE: Standing = { members: 0n, burned: 0n, staked: 0n, pledged: 0n }

const sumsOf = (sums: readonly Standing[]): bigint[][] => [
  sums.map(({ members }) => members),
  sums.map(({ burned }) => burned),
  sums.map(({ staked }) => staked),
  sums.map(({ pledged }) => pledged),
]

type Team = Folded['team']
/** Of one day, whose rows stand at it already. */
type Day = readonly DayOf[]

const addTeams = async (tx: Tx, team: Team, day: Day): Promise<void> => {
  const deeds = new Map(day.map((one) => [one.userId, one.team]))
  const userIds = [...new Set([...team.keys(), ...deeds.keys()])]
  if (userIds.length === 0) return
  await tx.query({
    name: 'team_add',
    text: `UPDATE team_member m SET team_members = m.team_members + c.members, team_burned = m.team_burned + c.burned,
        team_staked = m.team_staked + c.staked, team_pledged = m.team_pledged + c.pledged,
        day_team_members = m.day_team_members + c.day_members, day_team_burned = m.day_team_burned + c.day_burned,
        day_team_staked = m.day_team_staked + c.day_staked, day_team_bought = m.day_team_bought + c.day_bought
      FROM unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::bigint[], $7::numeric[],
          $8::numeric[], $9::numeric[])
        AS c (user_id, members, burned, staked, pledged, day_members, day_burned, day_staked, day_bought)
      WHERE m.user_id = c.user_id`,
    values: [
      userIds,
      ...sumsOf(userIds.map((userId) => team.get(userId) ?? NONE)),
      ...deedsOf(userIds.map((userId) => deeds.get(userId) ?? NO_DEEDS)),
    ],
  })
}

type OwnAndDirect = Pick<Folded, 'own' | 'direct'>

/** Of those who did something, and of who invited them: far fewer than all who stand above. */
const addOwnAndDirect = async (tx: Tx, { own, direct }: OwnAndDirect, day: Day): Promise<void> => {
  const deeds = new Map(
    day.flatMap((one) => (one.direct === NO_DEEDS ? [] : [[one.userId, one.direct] as const])),
  )
  const userIds = [...new Set([...own.keys(), ...direct.keys(), ...deeds.keys()])]
  if (userIds.length === 0) return
  const [, burned, staked, pledged] = sumsOf(userIds.map((userId) => own.get(userId) ?? NONE))
  await tx.query({
    name: 'team_own_add',
    text: `UPDATE team_member m SET own_burned = m.own_burned + c.burned, own_staked = m.own_staked + c.staked,
        own_pledged = m.own_pledged + c.pledged, direct_members = m.direct_members + c.direct_members,
        direct_burned = m.direct_burned + c.direct_burned, direct_staked = m.direct_staked + c.direct_staked,
        direct_pledged = m.direct_pledged + c.direct_pledged,
        day_direct_members = m.day_direct_members + c.day_members,
        day_direct_burned = m.day_direct_burned + c.day_burned,
        day_direct_staked = m.day_direct_staked + c.day_staked,
        day_direct_bought = m.day_direct_bought + c.day_bought
      FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::bigint[], $6::numeric[], $7::numeric[],
          $8::numeric[], $9::bigint[], $10::numeric[], $11::numeric[], $12::numeric[])
        AS c (user_id, burned, staked, pledged, direct_members, direct_burned, direct_staked, direct_pledged, day_members,
          day_burned, day_staked, day_bought)
      WHERE m.user_id = c.user_id`,
    values: [
      ...[userIds, burned, staked, pledged],
      ...sumsOf(userIds.map((userId) => direct.get(userId) ?? NONE)),
      ...deedsOf(userIds.map((userId) => deeds.get(userId) ?? NO_DEEDS)),
    ],
  })
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
      weeks.map(({ week }) => week),
      weeks.map(({ userId }) => userId),
      weeks.map(({ newMembers }) => newMembers),
      weeks.map(({ performance }) => performance),
    ],
  })
}

const NOBODY: ReadonlyMap<UserId, Standing> = new Map()

const add = async (
  tx: Tx,
  { own, direct, team }: Omit<Folded, 'days' | 'weeks'>,
  day: Day,
): Promise<void> => {
  await addTeams(tx, team, day)
  await addOwnAndDirect(tx, { own, direct }, day)
}

/**
 * A day's figures stand in the members' own rows until the next day, so that a batch writes each row once. Days before the
 * community's last are late, and rare.
 */
export const writeFolded = async (tx: Tx, folded: Folded): Promise<void> => {
  const latest = await latestDay(tx)
  const days = Map.groupBy(folded.days, ({ day }) => day)
  const inOrder = [...days.keys()].sort((a, b) => a - b)
  let sums: Omit<Folded, 'days' | 'weeks'> = folded
  for (const day of inOrder) {
    const rows = days.get(day) ?? []
    if (day < latest) {
      await addLateDay(tx, day, rows)
      continue
    }
    await beginDay(
      tx,
      day,
      rows.map(({ userId }) => userId),
    )
    await add(tx, sums, rows)
    sums = { own: NOBODY, direct: NOBODY, team: NOBODY }
  }
  await add(tx, sums, [])
  await addWeeks(tx, folded.weeks)
}
