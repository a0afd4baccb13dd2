/**
 * Daily activity of teams: the last day is in the users' own rows, earlier days in `team_day`, where amounts
 * of the same day are added.
 */
import { arrayLiteral } from '../../platform/database/array-literal.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DailyActivity, DayOf } from './fold.rules.ts'

const PEOPLE = ['direct_members', 'team_members']
const ACTIVITY_COLUMNS = [
  'direct_burned',
  'direct_staked',
  'direct_bought',
  'team_burned',
  'team_staked',
  'team_bought',
]

const adding = (columns: readonly string[], select: string): string =>
  `INSERT INTO team_day AS d (user_id, day, ${columns.join(', ')}) ${select}
    ON CONFLICT (user_id, day) DO UPDATE SET
      ${columns.map((column) => `${column} = d.${column} + excluded.${column}`).join(', ')}`

/** `own`: the columns of the users' rows in `table`, in the order of `columns`. */
const movingOld = (columns: readonly string[], { table, own }: { table: string; own: readonly string[] }) =>
  adding(
    columns,
    `SELECT m.* FROM unnest($1::bigint[]) AS over (user_id), LATERAL (
        SELECT user_id, day, ${own.join(', ')} FROM ${table}
        WHERE user_id = over.user_id AND day BETWEEN 0 AND $2::int - 1 LIMIT 1
      ) m`,
  )

const MOVE_OLD_PEOPLE = movingOld(PEOPLE, { table: 'team_people', own: ['day_direct', 'day_team'] })
const MOVE_OLD_ACTIVITY = movingOld(ACTIVITY_COLUMNS, {
  table: 'team_member',
  own: ACTIVITY_COLUMNS.map((column) => `day_${column}`),
})
const ADD_PEOPLE = adding(
  PEOPLE,
  `SELECT user_id, $1::integer, direct, team
    FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS c (user_id, direct, team)`,
)
const ADD_ACTIVITY = adding(
  ACTIVITY_COLUMNS,
  `SELECT user_id, $1::integer, ${ACTIVITY_COLUMNS.join(', ')}
    FROM unnest($2::bigint[], ${ACTIVITY_COLUMNS.map((_, index) => `$${index + 3}::numeric[]`).join(', ')})
      AS c (user_id, ${ACTIVITY_COLUMNS.join(', ')})`,
)

/**
 * Moves the join counts of days before `day` from these users' rows to `team_day`, before `day` is written to
 * them.
 */
export const moveOldPeople = async (tx: Tx, day: number, userIds: readonly UserId[]): Promise<void> => {
  if (userIds.length === 0) return
  await tx.query({
    name: 'team_day_put_away_people',
    text: MOVE_OLD_PEOPLE,
    values: [arrayLiteral(userIds), day],
  })
}

/** Like `moveOldPeople`, for other activity. */
export const moveOldActivity = async (tx: Tx, day: number, userIds: readonly UserId[]): Promise<void> => {
  await tx.query({ name: 'team_day_put_away', text: MOVE_OLD_ACTIVITY, values: [arrayLiteral(userIds), day] })
}

/** Adds users who joined on a day before the community's last. */
export const addLatePeople = async (tx: Tx, day: number, rows: readonly DayOf<number>[]): Promise<void> => {
  await tx.query({
    name: 'team_day_late_people',
    text: ADD_PEOPLE,
    values: [
      day,
      arrayLiteral(rows.map(({ userId }) => userId)),
      arrayLiteral(rows.map(({ direct }) => direct)),
      arrayLiteral(rows.map(({ team }) => team)),
    ],
  })
}

const columnsOf = (activities: readonly DailyActivity[]): string[] => [
  arrayLiteral(activities.map(({ burned }) => burned)),
  arrayLiteral(activities.map(({ staked }) => staked)),
  arrayLiteral(activities.map(({ bought }) => bought)),
]

/** Adds activity of a day before the community's last. */
export const addLateActivity = async (
  tx: Tx,
  day: number,
  rows: readonly DayOf<DailyActivity>[],
): Promise<void> => {
  await tx.query({
    name: 'team_day_late',
    text: ADD_ACTIVITY,
    values: [
      day,
      arrayLiteral(rows.map(({ userId }) => userId)),
      ...columnsOf(rows.map(({ direct }) => direct)),
      ...columnsOf(rows.map(({ team }) => team)),
    ],
  })
}
