/**
 * Team, nodes and rankings (docs/product.md 9). Values in USD have 18 decimals and are fixed at each event's
 * price.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  addressSchema,
  amountSchema,
  hashSchema,
  pageOf,
  pageRequestShape,
  payoutSchema,
  unixSecondsSchema,
  weekShape,
} from '../schemas.ts'

const countSchema = z.number().int().nonnegative()

/** What some people add up to; the reader's own figures are never part of their team's. */
const teamFiguresSchema = z
  .strictObject({
    members: countSchema,
    /** Joined (bound their inviter) since 00:00 UTC of the clock's day. */
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
    /** 1: a direct referral of the reader. */
    depth: z.number().int().positive(),
    level: z.number().int().min(0).max(6),
    /** Their own, not their team's. */
    burned: amountSchema,
    staked: amountSchema,
    pledged: amountSchema,
    /** How many people are under them. */
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
      /** Staked by the team and POD power pledged by it, together: what the level goes by. */
      value: amountSchema,
      /** null at the highest level. */
      next: z.strictObject({ level: z.number().int().min(1).max(6), value: amountSchema }).nullable(),
      node: z.boolean(),
      inviter: addressSchema.nullable(),
      own: z.strictObject({ burned: amountSchema, staked: amountSchema, pledged: amountSchema }),
      direct: teamFiguresSchema,
      team: teamFiguresSchema,
      /** Until when the figures are folded up the tree: the time of the last block that is in them. */
      foldedUntil: unixSecondsSchema,
    }),
    members: pageOf(memberSchema),
  }),
})

/** What happened on one day (UTC). */
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
    /** Staked by oneself, USD: the week's minimum so far. */
    own: amountSchema,
    /** Staked by direct referrals who are not nodes themselves, USD: the week's minimum so far. */
    direct: amountSchema,
    /** `own + direct`: what the node pool is shared by. */
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
    /** The reader's share; zeros when they were no node. */
    mine: payoutSchema,
    /** The published result; null until there is one. */
    result: z
      .strictObject({
        /** Path on this origin. */
        file: z.string(),
        /** Keccak-256 of the file's bytes. */
        hash: hashSchema,
        /** The transaction that posted the hash on chain; null until final. */
        txHash: hashSchema.nullable(),
      })
      .nullable(),
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
    /** What a node needs, each as the week's minimum. */
    required: z.strictObject({ own: amountSchema, direct: amountSchema }),
    mine: z.strictObject({
      rank: z.number().int().positive().nullable(),
      node: z.boolean(),
      /** The week's minimum so far: what this week counts. */
      own: amountSchema,
      direct: amountSchema,
      /** As it is now: what the next week begins with, if nothing changes. */
      standing: z.strictObject({ own: amountSchema, direct: amountSchema }),
      /** What must be staked besides `standing` by Monday 00:00 UTC, to be a node in the next week. */
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
    /** Staked, and POD power bought, by direct referrals within the week, USD. What the ranking goes by. */
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
