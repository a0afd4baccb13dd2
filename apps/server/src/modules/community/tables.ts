import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { address, baseUnits, unixSeconds, userId } from '../../platform/database/columns.ts'

const count = (name: string) => bigint(name, { mode: 'bigint' }).notNull().default(sql`0`)
const sum = (name: string) => baseUnits(name).notNull().default(sql`0`)

/**
 * Users' positions in the tree with their team's folded activity: a point read, whatever the size of the
 * team. Written only by the fold. User 0 is the community as a whole: its team is all users. USD with 18
 * decimals; `pledged` in base units of POD power.
 */
export const teamMember = pgTable(
  'team_member',
  {
    userId: userId('user_id').primaryKey(),
    /** Null for the community's own row. */
    address: address('address'),
    /**
     * Null before the join is folded, or without an inviter. A copy of `users`' column, as the first column
     * of both indexes that page through a user's referrals.
     */
    inviterId: userId('inviter_id'),
    joinedAt: unixSeconds('joined_at'),
    /** Order of joining. */
    joinedSeq: bigint('joined_seq', { mode: 'bigint' }),
    /** Number of ancestors: 0 at a root. */
    depth: integer('depth').notNull().default(0),
    ownBurned: sum('own_burned'),
    ownStaked: sum('own_staked'),
    ownPledged: sum('own_pledged'),
    directBurned: sum('direct_burned'),
    directStaked: sum('direct_staked'),
    directPledged: sum('direct_pledged'),
    teamBurned: sum('team_burned'),
    teamStaked: sum('team_staked'),
    teamPledged: sum('team_pledged'),
    /**
     * The last day with activity of the team, except joins; its amounts follow, those of other days are in
     * `team_day`. −1: none yet.
     */
    day: integer('day').notNull().default(-1),
    dayDirectBurned: sum('day_direct_burned'),
    dayDirectStaked: sum('day_direct_staked'),
    dayDirectBought: sum('day_direct_bought'),
    dayTeamBurned: sum('day_team_burned'),
    dayTeamStaked: sum('day_team_staked'),
    dayTeamBought: sum('day_team_bought'),
  },
  (table) => [
    index('team_member_joined').on(table.inviterId, table.joinedSeq),
    index('team_member_address').on(table.inviterId, table.address),
    check(
      'team_member_joined_whole',
      sql`(${table.inviterId} IS NULL) = (${table.joinedAt} IS NULL)
      AND (${table.inviterId} IS NULL) = (${table.joinedSeq} IS NULL)`,
    ),
    check(
      'team_member_depth',
      sql`${table.depth} >= 0 AND (${table.depth} > 0) = (${table.inviterId} IS NOT NULL)`,
    ),
  ],
)

/**
 * Numbers of users below a user; no row: none. A separate narrow table, because these counters change most
 * often: each join updates the row of every ancestor. User 0 is the community as a whole.
 */
export const teamPeople = pgTable(
  'team_people',
  {
    userId: userId('user_id').primaryKey(),
    /**
     * Copy of `team_member`'s column. The fold climbs the tree by this table only: by `users` it would read a
     * second row for each ancestor.
     */
    inviterId: userId('inviter_id'),
    depth: integer('depth').notNull(),
    /** A day with joins, usually the last one, and their numbers; those of other days are in `team_day`. */
    day: integer('day').notNull(),
    direct: integer('direct').notNull(),
    team: integer('team').notNull(),
    dayDirect: integer('day_direct').notNull(),
    dayTeam: integer('day_team').notNull(),
  },
  (table) => [
    check('team_people_direct', sql`${table.direct} BETWEEN 0 AND ${table.team}`),
    check(
      'team_people_day',
      sql`${table.dayDirect} <= ${table.direct} AND ${table.dayTeam} <= ${table.team}`,
    ),
  ],
)

/**
 * Activity of a team on a day (UTC), without the part that is still in the users' own rows. User 0: the whole
 * community.
 */
export const teamDay = pgTable(
  'team_day',
  {
    userId: userId('user_id').notNull(),
    /** Days since 1970-01-01. */
    day: integer('day').notNull(),
    directMembers: count('direct_members'),
    directBurned: sum('direct_burned'),
    directStaked: sum('direct_staked'),
    directBought: sum('direct_bought'),
    teamMembers: count('team_members'),
    teamBurned: sum('team_burned'),
    teamStaked: sum('team_staked'),
    teamBought: sum('team_bought'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
)

/** Activity of a user's direct referrals within a week: the ranking's rows. */
export const teamWeek = pgTable(
  'team_week',
  {
    week: bigint('week', { mode: 'bigint' }).notNull(),
    userId: userId('user_id').notNull(),
    newMembers: count('new_members'),
    /** Staked amounts and bought POD power. */
    performance: sum('performance'),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.userId] }),
    index('team_week_rank').on(
      table.week,
      table.performance.desc().nullsFirst(),
      table.newMembers.desc().nullsFirst(),
      table.userId.asc(),
    ),
  ],
)
