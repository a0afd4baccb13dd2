import type { ResponseOf } from '@dr/protocol/call'
import type { DayFigures, teamDailyData } from '@dr/protocol/calls/community'
import { AppError } from '../../platform/app-error.ts'
import type { Reader } from '../../platform/database/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { UserId } from '../../platform/ids.ts'
import { decodeCursor, toPage } from '../../platform/pagination.ts'

interface DayRow {
  day: number
  direct_members: bigint
  direct_burned: bigint
  direct_staked: bigint
  direct_bought: bigint
  direct_end: bigint
  team_members: bigint
  team_burned: bigint
  team_staked: bigint
  team_bought: bigint
  team_end: bigint
}

const SUMS = ['members', 'burned', 'staked', 'bought'].flatMap((what) => [`direct_${what}`, `team_${what}`])
/** The last day that a date can represent: 9999-12-31. */
const LAST_DAY = 2_932_896

const isoOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
const dayOfIso = (date: string): number => Date.parse(date) / DAY_MS

const figuresOf = (row: DayRow, of: 'direct' | 'team'): DayFigures => ({
  newMembers: Number(row[`${of}_members`]),
  activated: Number(row[`${of}_end`]),
  burned: row[`${of}_burned`].toString(),
  staked: row[`${of}_staked`].toString(),
  power: row[`${of}_bought`].toString(),
})

/** The day after the page's newest one. */
const before = (cursor: string | undefined, to: number): number => {
  if (cursor === undefined) return to + 1
  const day = decodeCursor(cursor)
  if (day > BigInt(LAST_DAY)) throw new AppError('BAD_PARAMETER', { details: { path: 'cursor' } })
  return Math.min(Number(day), to + 1)
}

/**
 * A user's team by day, newest first; `from` and `to` inclusive. The members at a day's end are the current
 * ones minus later joins, so a join of yesterday that is folded late does not change today's row.
 */
export const dailyFigures = async (
  reader: Reader,
  query: {
    readonly userId: UserId
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<ResponseOf<typeof teamDailyData>> => {
  const { userId, limit } = query
  const first = query.from === undefined ? 0 : dayOfIso(query.from)
  const end = before(query.cursor, query.to === undefined ? LAST_DAY : dayOfIso(query.to))
  const { rows } = await reader.query<DayRow>({
    name: 'team_days',
    text: `WITH parts AS (
        SELECT day, direct_members, direct_burned, direct_staked, direct_bought, team_members, team_burned, team_staked,
          team_bought FROM team_day WHERE user_id = $1
        UNION ALL
        SELECT day, 0, day_direct_burned, day_direct_staked, day_direct_bought, 0, day_team_burned, day_team_staked,
          day_team_bought FROM team_member WHERE user_id = $1 AND day >= 0
        UNION ALL
        SELECT day, day_direct, 0, 0, 0, day_team, 0, 0, 0 FROM team_people WHERE user_id = $1
      ), days AS (
        SELECT day, ${SUMS.map((one) => `sum(${one}) AS ${one}`).join(', ')} FROM parts GROUP BY day
      ), page AS MATERIALIZED (
        SELECT * FROM days WHERE day >= $2 AND day < $3 ORDER BY day DESC LIMIT $4
      ), later AS (
        SELECT coalesce(sum(direct_members), 0) AS direct, coalesce(sum(team_members), 0) AS team
          FROM days WHERE day > (SELECT max(day) FROM page)
      )
      SELECT p.day, p.direct_members, p.direct_burned, p.direct_staked, p.direct_bought, p.team_members, p.team_burned,
        p.team_staked, p.team_bought,
        coalesce(m.direct, 0) - later.direct - sum(p.direct_members) OVER newer + p.direct_members AS direct_end,
        coalesce(m.team, 0) - later.team - sum(p.team_members) OVER newer + p.team_members AS team_end
      FROM page p CROSS JOIN later LEFT JOIN team_people m ON m.user_id = $1
      WINDOW newer AS (ORDER BY p.day DESC) ORDER BY p.day DESC`,
    values: [userId, first, end, limit + 1],
  })
  return toPage(rows, {
    limit,
    idOf: ({ day }) => BigInt(day),
    itemOf: (row) => ({
      day: isoOf(row.day),
      direct: figuresOf(row, 'direct'),
      team: figuresOf(row, 'team'),
    }),
  })
}
