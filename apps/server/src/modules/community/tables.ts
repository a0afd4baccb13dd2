import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { address, baseUnits, unixSeconds, userId } from '../../platform/database/columns.ts'

const count = (name: string) => bigint(name, { mode: 'bigint' }).notNull().default(sql`0`)
const sum = (name: string) => baseUnits(name).notNull().default(sql`0`)

/**
 * A user's place in the tree, and the team's folded activity: a point read, whatever the size of the team.
 * Written only by the fold. User 0 is the community as a whole: its team is all users. USD with 18 decimals;
 * `pledged` in base units of POD power.
 */
export const teamMember = pgTable(
  'team_member',
  {
    userId: userId('user_id').primaryKey(),
    /** None of the community's own row. */
    address: address('address'),
    /**
     * Null: none yet, or never. `users` has it too, from the moment it is bound; here it is the first column of
     * both indexes that page through a user's referrals, and is there once the join is folded.
     */
    inviterId: userId('inviter_id'),
    joinedAt: unixSeconds('joined_at'),
    /** Order of joining. */
    joinedSeq: bigint('joined_seq', { mode: 'bigint' }),
    /** Generations above: 0 at a root. */
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
     * The last day on which the team did something, and what, but for joining: `team_day` has the rest. −1:
     * none yet.
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
 * The number of users below a user; no row: none. A narrow table of its own, because these counters change
 * most: each join updates the row of every ancestor. User 0 is the community as a whole.
 */
export const teamPeople = pgTable(
  'team_people',
  {
    userId: userId('user_id').primaryKey(),
    /**
     * As in `team_member`. The fold goes up the tree by this table alone: by the one of `users` it would read a
     * second row at each ancestor.
     */
    inviterId: userId('inviter_id'),
    depth: integer('depth').notNull(),
    /**
     * A day with joins, the last one or one that was folded late, and how many joined on it: `team_day` has
     * the other days.
     */
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
    /** Staked, and POD power bought. */
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
