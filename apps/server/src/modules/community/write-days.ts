/** What teams did by day: the last day in the member's row, the days before in rows of their own. */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DayDeeds, DayOf } from './fold.rules.ts'

/** What these users' rows hold of a day before `day` is put away: the next to be written to them is of `day`. */
export const putAwayDays = async (tx: Tx, day: number, userIds: readonly UserId[]): Promise<void> => {
  if (userIds.length === 0) return
  await tx.query({
    name: 'team_day_put_away',
    text: `INSERT INTO team_day (user_id, day, direct_members, direct_burned, direct_staked, direct_bought, team_members,
        team_burned, team_staked, team_bought)
      SELECT m.* FROM unnest($1::bigint[]) AS over (user_id), LATERAL (
        SELECT user_id, day, day_direct_members, day_direct_burned, day_direct_staked, day_direct_bought,
          day_team_members, day_team_burned, day_team_staked, day_team_bought
        FROM team_member WHERE user_id = over.user_id AND day BETWEEN 0 AND $2::int - 1 LIMIT 1
      ) m`,
    values: [arrayLiteral(userIds), day],
  })
}

const deedsOf = (deeds: readonly DayDeeds[]): bigint[][] => [
  deeds.map(({ members }) => members),
  deeds.map(({ burned }) => burned),
  deeds.map(({ staked }) => staked),
  deeds.map(({ bought }) => bought),
]

const columnsOf = (rows: readonly DayOf[]): unknown[] => [
  rows.map(({ userId }) => userId),
  ...deedsOf(rows.map(({ direct }) => direct)),
  ...deedsOf(rows.map(({ team }) => team)),
]

const LATE = `unnest($2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[], $7::bigint[], $8::numeric[],
    $9::numeric[], $10::numeric[])
  AS c (user_id, direct_members, direct_burned, direct_staked, direct_bought, team_members, team_burned, team_staked,
    team_bought)`

/** Of a day before the community's last: in the member's row where that still stands at it, else in the day's. */
export const addLateDay = async (tx: Tx, day: number, rows: readonly DayOf[]): Promise<void> => {
  const values = [day, ...columnsOf(rows)]
  await tx.query({
    name: 'team_day_late_elsewhere',
    text: `INSERT INTO team_day AS d (user_id, day, direct_members, direct_burned, direct_staked, direct_bought,
        team_members, team_burned, team_staked, team_bought)
      SELECT c.user_id, $1, c.direct_members, c.direct_burned, c.direct_staked, c.direct_bought, c.team_members,
        c.team_burned, c.team_staked, c.team_bought
      FROM ${LATE} JOIN team_member m ON m.user_id = c.user_id AND m.day <> $1
      ON CONFLICT (user_id, day) DO UPDATE SET direct_members = d.direct_members + excluded.direct_members,
        direct_burned = d.direct_burned + excluded.direct_burned,
        direct_staked = d.direct_staked + excluded.direct_staked,
        direct_bought = d.direct_bought + excluded.direct_bought,
        team_members = d.team_members + excluded.team_members, team_burned = d.team_burned + excluded.team_burned,
        team_staked = d.team_staked + excluded.team_staked, team_bought = d.team_bought + excluded.team_bought`,
    values,
  })
  await tx.query({
    name: 'team_day_late',
    text: `UPDATE team_member m SET day_direct_members = m.day_direct_members + c.direct_members,
        day_direct_burned = m.day_direct_burned + c.direct_burned,
        day_direct_staked = m.day_direct_staked + c.direct_staked,
        day_direct_bought = m.day_direct_bought + c.direct_bought,
        day_team_members = m.day_team_members + c.team_members,
        day_team_burned = m.day_team_burned + c.team_burned, day_team_staked = m.day_team_staked + c.team_staked,
        day_team_bought = m.day_team_bought + c.team_bought
      FROM ${LATE} WHERE m.user_id = c.user_id AND m.day = $1`,
    values,
  })
}
