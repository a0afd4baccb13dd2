import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { address, baseUnits, unixSeconds, userId, weekNumber } from '../../platform/database/columns.ts'
import { incomeTable, weekCloseColumns, weekIncomeColumns } from '../weeks/tables.ts'
import type { PublishedNodeRules } from './node-config.rules.ts'

/** Income of the node pool. */
export const nodeIncome = incomeTable('node_income')

/**
 * Principals in packages as stakes for nodes. The terms never change; each week counts a stake from its
 * beginning, once.
 */
export const nodeStake = pgTable(
  'node_stake',
  {
    positionId: bigint('position_id', { mode: 'bigint' }).primaryKey(),
    userId: userId('user_id').notNull(),
    token: text('token').notNull(),
    /** Base units. */
    principal: baseUnits('principal').notNull(),
    /** USD, 18 decimals. */
    value: baseUnits('value').notNull(),
    startsAt: unixSeconds('starts_at').notNull(),
    /** The end of the stake: its maturity, or the claim that ended it before. */
    maturesAt: unixSeconds('matures_at').notNull(),
    /** The maturity of a stake that a claim ended before; null: it ends at its maturity. */
    termEnd: unixSeconds('term_end'),
    /** `chain:…`, the deposit's event; `order:<uuid>`, the reinvestment. */
    reference: text('reference').notNull(),
    /** The first and the last week whose figures include it; null: not yet. */
    beganIn: weekNumber('began_in'),
    endedIn: weekNumber('ended_in'),
  },
  (table) => [
    index('node_stake_beginning').on(table.startsAt).where(sql`${table.beganIn} IS NULL`),
    index('node_stake_ending').on(table.maturesAt).where(sql`${table.endedIn} IS NULL`),
    index('node_stake_began').on(table.beganIn),
    index('node_stake_user').on(table.userId),
    check('node_stake_value', sql`${table.value} > 0 AND ${table.principal} > 0`),
    check('node_stake_term', sql`${table.startsAt} < ${table.maturesAt}`),
    check(
      'node_stake_order',
      sql`${table.endedIn} IS NULL OR (${table.beganIn} IS NOT NULL AND ${table.beganIn} <= ${table.endedIn})`,
    ),
  ],
)

/** Users with stakes, and the inviters for whom their weeks count. */
export const nodeMember = pgTable(
  'node_member',
  {
    userId: userId('user_id').primaryKey(),
    /**
     * Null: no inviter was bound when the first stake began; checked again each Monday. A copy of `users`'
     * column, which a week that is closed late must not see yet, and which has no index for an inviter's
     * members.
     */
    inviterId: userId('inviter_id'),
    /** The week from which the stakes count for the inviter. */
    inviterFrom: weekNumber('inviter_from'),
    /** USD staked as the open week began; later changes are in `node_stake`. */
    staked: baseUnits('staked').notNull().default(sql`0`),
  },
  (table) => [
    index('node_member_inviter').on(table.inviterId),
    index('node_member_unbound').on(table.userId).where(sql`${table.inviterId} IS NULL`),
    index('node_member_new')
      .on(table.userId)
      .where(sql`${table.inviterFrom} IS NULL AND ${table.inviterId} IS NOT NULL`),
    index('node_member_from').on(table.inviterFrom),
    check('node_member_staked', sql`${table.staked} >= 0`),
    check('node_member_inviter', sql`${table.inviterFrom} IS NULL OR ${table.inviterId} IS NOT NULL`),
  ],
)

/** USD staked by a user's direct referrals as the open week began, nodes among them included. */
export const nodeBranch = pgTable(
  'node_branch',
  {
    userId: userId('user_id').primaryKey(),
    staked: baseUnits('staked').notNull(),
  },
  (table) => [
    index('node_branch_staked').on(table.staked),
    check('node_branch_staked', sql`${table.staked} >= 0`),
  ],
)

/**
 * Closed weeks. For each token: fees + operator + carried in = paid + carried out. Base units. Immutable
 * (trigger); the last row's `carried` is the pool's own money that no week has paid yet.
 */
export const nodeWeek = pgTable(
  'node_week',
  {
    ...weekIncomeColumns(),
    paidUsdt: baseUnits('paid_usdt').notNull(),
    paidDr: baseUnits('paid_dr').notNull(),
    /** The number of nodes, and their total weight (USD). */
    nodes: integer('nodes').notNull(),
    weight: baseUnits('weight').notNull(),
    ...weekCloseColumns<PublishedNodeRules>(),
  },
  (table) => [
    check(
      'node_week_usdt',
      sql`${table.feesUsdt} + ${table.operatorUsdt} + ${table.carriedInUsdt} = ${table.paidUsdt} + ${table.carriedUsdt}`,
    ),
    check(
      'node_week_dr',
      sql`${table.feesDr} + ${table.operatorDr} + ${table.carriedInDr} = ${table.paidDr} + ${table.carriedDr}`,
    ),
  ],
)

/** The nodes of a closed week. Immutable (trigger). */
export const nodeShare = pgTable(
  'node_share',
  {
    week: weekNumber('week')
      .notNull()
      .references(() => nodeWeek.week),
    rank: integer('rank').notNull(),
    userId: userId('user_id').notNull(),
    account: address('account').notNull(),
    /**
     * The week's minimum of the user's stake, and of the stakes of direct referrals that are not nodes. USD,
     * 18 decimals.
     */
    own: baseUnits('own').notNull(),
    direct: baseUnits('direct').notNull(),
    usdt: baseUnits('usdt').notNull(),
    dr: baseUnits('dr').notNull(),
  },
  (table) => [
    primaryKey({ name: 'node_share_pk', columns: [table.week, table.rank] }),
    index('node_share_user').on(table.userId, table.week),
  ],
)
