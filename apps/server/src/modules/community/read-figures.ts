/** Folded team figures: rows read by key, whatever the size of the team. */
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { COMMUNITY, dayOf, type Totals } from './fold.rules.ts'
import { levelOf, levelValueOf } from './levels.rules.ts'

/** Totals of several users, and the number of them who joined today. */
export interface Figures extends Totals {
  readonly members: number
  readonly newToday: number
}

export interface FoldedFigures {
  readonly depth: number
  readonly own: Totals
  readonly direct: Figures
  readonly team: Figures
}

const NO_FIGURES: Figures = { members: 0, newToday: 0, burned: 0n, staked: 0n, pledged: 0n }
const NO_PLACE: FoldedFigures = {
  depth: 0,
  own: { burned: 0n, staked: 0n, pledged: 0n },
  direct: NO_FIGURES,
  team: NO_FIGURES,
}

interface FiguresRow {
  user_id: bigint
  depth: number
  own_burned: bigint
  own_staked: bigint
  own_pledged: bigint
  direct_members: number
  direct_burned: bigint
  direct_staked: bigint
  direct_pledged: bigint
  direct_new: number
  team_members: number
  team_burned: bigint
  team_staked: bigint
  team_pledged: bigint
  team_new: number
}

const placeOf = (row: FiguresRow): FoldedFigures => ({
  depth: Number(row.depth),
  own: { burned: row.own_burned, staked: row.own_staked, pledged: row.own_pledged },
  direct: {
    members: row.direct_members,
    newToday: row.direct_new,
    burned: row.direct_burned,
    staked: row.direct_staked,
    pledged: row.direct_pledged,
  },
  team: {
    members: row.team_members,
    newToday: row.team_new,
    burned: row.team_burned,
    staked: row.team_staked,
    pledged: row.team_pledged,
  },
})

/** A user's position, and the community as a whole. `now`: the chain's clock, which defines "today". */
export const readFigures = async (
  reader: Reader,
  { userId, now }: { readonly userId: UserId; readonly now: bigint },
): Promise<{ readonly mine: FoldedFigures; readonly totals: Figures }> => {
  const { rows } = await reader.query<FiguresRow>({
    name: 'team_figures',
    text: `SELECT m.user_id, m.depth, m.own_burned, m.own_staked, m.own_pledged, m.direct_burned, m.direct_staked,
        m.direct_pledged, m.team_burned, m.team_staked, m.team_pledged,
        coalesce(p.direct, 0) AS direct_members, coalesce(p.team, 0) AS team_members,
        CASE WHEN p.day = $2 THEN p.day_direct ELSE 0 END AS direct_new,
        CASE WHEN p.day = $2 THEN p.day_team ELSE 0 END AS team_new
      FROM team_member m LEFT JOIN LATERAL (
        SELECT * FROM team_people WHERE user_id = m.user_id LIMIT 1
      ) p ON true WHERE m.user_id IN (0, $1)`,
    values: [userId, dayOf(now)],
  })
  const of = (id: UserId): FoldedFigures => {
    const row = rows.find((one) => Number(one.user_id) === id)
    return row ? placeOf(row) : NO_PLACE
  }
  return { mine: of(userId), totals: of(COMMUNITY).team }
}

/** Level V0 … V6. */
export const readLevel = async (reader: Reader, userId: UserId): Promise<number> => {
  const { rows } = await reader.query<{ staked: bigint; pledged: bigint }>({
    name: 'team_level',
    text: 'SELECT team_staked AS staked, team_pledged AS pledged FROM team_member WHERE user_id = $1',
    values: [userId],
  })
  return rows[0] ? levelOf(levelValueOf(rows[0])) : 0
}
