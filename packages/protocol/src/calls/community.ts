/**
 * Team, nodes and rankings (docs/product.md 9). Values in USD have 18 decimals and are fixed at each
 * event's price.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  addressSchema,
  amountSchema,
  pageOf,
  pageRequestShape,
  payoutSchema,
  unixSecondsSchema,
  weekResultSchema,
  weekShape,
} from '../schemas.ts'

const countSchema = z.number().int().nonnegative()

/** Sums of a group of users; a team's figures do not include the reader's own. */
const teamFiguresSchema = z
  .strictObject({
    members: countSchema,
    /** Bound their inviter since 00:00 UTC of the clock's day. */
    newToday: countSchema,
    /** DR and DRGV burned through the product, USD. */
    burned: amountSchema,
    /** Principal in packages now, USD. */
    staked: amountSchema,
    /** POD units pledged now. */
    pledged: amountSchema,
  })
  .meta({ id: 'TeamFigures' })
export type TeamFigures = z.infer<typeof teamFiguresSchema>

const memberSchema = z
  .strictObject({
    address: addressSchema,
    joinedAt: unixSecondsSchema,
    /** 1: direct referral of the reader. */
    depth: z.number().int().positive(),
    level: z.number().int().min(0).max(6),
    /** The member's own, without their team. */
    burned: amountSchema,
    staked: amountSchema,
    pledged: amountSchema,
    /** Size of the downline. */
    team: countSchema,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof memberSchema>

export const community = defineCall({
  name: 'community',
  method: 'POST',
  path: '/api/v1/users/community',
  access: 'session',
  limit: 'call',
  ownLimits: { perAccount: { max: 60, perSeconds: 60 } },
  tag: 'community',
  summary:
    'The whole community, my team, my level, and my direct members, newest first. `search`: the start of an address among my direct members, or a whole address anywhere below me.',
  request: z.strictObject({
    ...pageRequestShape,
    search: z
      .string()
      .trim()
      .regex(/^0x[0-9a-fA-F]{1,40}$/)
      .toLowerCase()
      .optional(),
  }),
  response: z.strictObject({
    totals: teamFiguresSchema,
    mine: z.strictObject({
      level: z.number().int().min(0).max(6),
      /** Sum of the team's stakes and pledged POD power, which determines the level. */
      value: amountSchema,
      /** null at the highest level. */
      next: z.strictObject({ level: z.number().int().min(1).max(6), value: amountSchema }).nullable(),
      node: z.boolean(),
      inviter: addressSchema.nullable(),
      own: z.strictObject({ burned: amountSchema, staked: amountSchema, pledged: amountSchema }),
      direct: teamFiguresSchema,
      team: teamFiguresSchema,
      /** Time of the last block that is included in the team's figures. */
      foldedUntil: unixSecondsSchema,
    }),
    members: pageOf(memberSchema),
  }),
})

/** Figures of one day (UTC). */
const dayFiguresSchema = z
  .strictObject({
    newMembers: countSchema,
    /** Members at the day's end: all who had bound an inviter by then. */
    activated: countSchema,
    burned: amountSchema,
    /** Newly staked. */
    staked: amountSchema,
    /** POD units bought. */
    power: amountSchema,
  })
  .meta({ id: 'DayFigures' })
export type DayFigures = z.infer<typeof dayFiguresSchema>

export const teamDailyData = defineCall({
  name: 'teamDailyData',
  method: 'POST',
  path: '/api/v1/users/team-daily-data',
  access: 'session',
  limit: 'call',
  tag: 'community',
  summary: 'My team by day, newest first, without days on which nothing happened.',
  request: z.strictObject({
    ...pageRequestShape,
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  response: pageOf(z.strictObject({ day: z.iso.date(), direct: dayFiguresSchema, team: dayFiguresSchema })),
})

const nodeRankSchema = z
  .strictObject({
    rank: z.number().int().positive(),
    address: addressSchema,
    /** Own stake, USD: the week's minimum so far. */
    own: amountSchema,
    /** Stakes of direct referrals who are not nodes themselves, USD: the week's minimum so far. */
    direct: amountSchema,
    /** `own + direct`: share of the node pool. */
    weight: amountSchema,
  })
  .meta({ id: 'NodeRank' })
export type NodeRank = z.infer<typeof nodeRankSchema>

const nodeWeekSchema = z
  .strictObject({
    ...weekShape,
    available: payoutSchema,
    paid: payoutSchema,
    carried: payoutSchema,
    nodes: countSchema,
    weight: amountSchema,
    /** The reader's share; zeros if they were no node. */
    mine: payoutSchema,
    /** Published result; null: not yet. */
    result: weekResultSchema.nullable(),
  })
  .meta({ id: 'NodeWeek' })
export type NodeWeek = z.infer<typeof nodeWeekSchema>

export const nodeRanking = defineCall({
  name: 'nodeRanking',
  method: 'POST',
  path: '/api/v1/users/node-ranking',
  access: 'session',
  limit: 'call',
  tag: 'community',
  summary:
    'Nodes by weight for the week so far, my rank, what I need to become a node, and the last closed weeks.',
  request: z.strictObject(pageRequestShape),
  response: z.strictObject({
    current: z.strictObject({
      ...weekShape,
      available: payoutSchema,
      nodes: countSchema,
      weight: amountSchema,
    }),
    /** Conditions of a node, each compared with the week's minimum. */
    required: z.strictObject({ own: amountSchema, direct: amountSchema }),
    mine: z.strictObject({
      rank: z.number().int().positive().nullable(),
      node: z.boolean(),
      /** The week's minimum so far, which this week counts. */
      own: amountSchema,
      direct: amountSchema,
      /** Present value: the next week's initial one without changes. */
      standing: z.strictObject({ own: amountSchema, direct: amountSchema }),
      /** Additional stake needed by Monday 00:00 UTC to be a node in the next week. */
      missing: z.strictObject({ own: amountSchema, direct: amountSchema }),
    }),
    ranking: pageOf(nodeRankSchema),
    /** Newest first, at most 8. */
    weeks: z.array(nodeWeekSchema),
  }),
})

const directReferralRankSchema = z
  .strictObject({
    rank: z.number().int().positive(),
    address: addressSchema,
    /** Direct referrals who joined within the week. */
    newMembers: countSchema,
    /** Stakes and POD power bought by direct referrals within the week, USD; the ranking's order. */
    performance: amountSchema,
  })
  .meta({ id: 'DirectReferralRank' })
export type DirectReferralRank = z.infer<typeof directReferralRankSchema>

export const directReferralRanking = defineCall({
  name: 'directReferralRanking',
  method: 'POST',
  path: '/api/v1/public/community/direct-referral-ranking',
  access: 'public',
  limit: 'call',
  tag: 'community',
  summary:
    'The first 100 by what their direct referrals did in a week (the open one by default). It pays nothing.',
  request: z.strictObject({ week: z.number().int().nonnegative().optional() }),
  response: z.strictObject({ ...weekShape, items: z.array(directReferralRankSchema) }),
})
