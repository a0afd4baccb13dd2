/** What a batch came to, added to the counters: each row once, many at a time. */
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DayDeeds, DayOf, Folded, Standing, WeekOf } from './fold.rules.ts'

const NONE: Standing = { members: 0n, burned: 0n, staked: 0n, pledged: 0n }

const sumsOf = (sums: readonly Standing[]): bigint[][] => [
  sums.map(({ members }) => members),
  sums.map(({ burned }) => burned),
  sums.map(({ staked }) => staked),
  sums.map(({ pledged }) => pledged),
]

const deedsOf = (deeds: readonly DayDeeds[]): bigint[][] => [
  deeds.map(({ members }) => members),
  deeds.map(({ burned }) => burned),
  deeds.map(({ staked }) => staked),
  deeds.map(({ bought }) => bought),
]

const addTeams = async (tx: Tx, team: ReadonlyMap<UserId, Standing>): Promise<void> => {
  await tx.query({
    name: 'team_add',
    text: `UPDATE team_member m SET team_members = m.team_members + c.members, team_burned = m.team_burned + c.burned,
        team_staked = m.team_staked + c.staked, team_pledged = m.team_pledged + c.pledged
      FROM unnest($1::bigint[], $2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[])
        AS c (user_id, members, burned, staked, pledged) WHERE m.user_id = c.user_id`,
    values: [[...team.keys()], ...sumsOf([...team.values()])],
  })
}

/** Of those who did something, and of who invited them: far fewer than all who stand above. */
const addOwnAndDirect = async (tx: Tx, { own, direct }: Pick<Folded, 'own' | 'direct'>): Promise<void> => {
  const userIds = [...new Set([...own.keys(), ...direct.keys()])]
  const [, burned, staked, pledged] = sumsOf(userIds.map((userId) => own.get(userId) ?? NONE))
  await tx.query({
    name: 'team_own_add',
    text: `UPDATE team_member m SET own_burned = m.own_burned + c.burned, own_staked = m.own_staked + c.staked,
        own_pledged = m.own_pledged + c.pledged, direct_members = m.direct_members + c.direct_members,
        direct_burned = m.direct_burned + c.direct_burned, direct_staked = m.direct_staked + c.direct_staked,
        direct_pledged = m.direct_pledged + c.direct_pledged
      FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::numeric[], $5::bigint[], $6::numeric[], $7::numeric[],
          $8::numeric[])
        AS c (user_id, burned, staked, pledged, direct_members, direct_burned, direct_staked, direct_pledged)
      WHERE m.user_id = c.user_id`,
    values: [
      userIds,
      burned,
      staked,
      pledged,
      ...sumsOf(userIds.map((userId) => direct.get(userId) ?? NONE)),
    ],
  })
}

const addDays = async (tx: Tx, days: readonly DayOf[]): Promise<void> => {
  await tx.query({
    name: 'team_day_add',
    text: `INSERT INTO team_day AS d (user_id, day, direct_members, direct_burned, direct_staked, direct_bought,
        team_members, team_burned, team_staked, team_bought)
      SELECT * FROM unnest($1::bigint[], $2::integer[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[],
        $7::bigint[], $8::numeric[], $9::numeric[], $10::numeric[])
      ON CONFLICT (user_id, day) DO UPDATE SET direct_members = d.direct_members + excluded.direct_members,
        direct_burned = d.direct_burned + excluded.direct_burned,
        direct_staked = d.direct_staked + excluded.direct_staked,
        direct_bought = d.direct_bought + excluded.direct_bought,
        team_members = d.team_members + excluded.team_members, team_burned = d.team_burned + excluded.team_burned,
        team_staked = d.team_staked + excluded.team_staked, team_bought = d.team_bought + excluded.team_bought`,
    values: [
      ...[days.map(({ userId }) => userId), days.map(({ day }) => day)],
      ...[...deedsOf(days.map(({ direct }) => direct)), ...deedsOf(days.map(({ team }) => team))],
    ],
  })
}

const addWeeks = async (tx: Tx, weeks: readonly WeekOf[]): Promise<void> => {
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

export const writeFolded = async (tx: Tx, folded: Folded): Promise<void> => {
  const { team, own, direct, days, weeks } = folded
  if (team.size > 0) await addTeams(tx, team)
  if (own.size + direct.size > 0) await addOwnAndDirect(tx, folded)
  if (days.length > 0) await addDays(tx, days)
  if (weeks.length > 0) await addWeeks(tx, weeks)
}
