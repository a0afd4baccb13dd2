/** Weekly dividend pool (docs/product.md 4 and 7): its income and its use. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  amountSchema,
  pageQueryShape,
  payoutSchema,
  unixSecondsSchema,
  weekResultSchema,
  weekShape,
} from '../schemas.ts'
import { growthRankSchema } from './pod-power.ts'

/** Income of the pool within a week, by source. */
const poolIncomeSchema = z.strictObject({
  /** 64 % of the swap fees flushed within the week. */
  swapFees: payoutSchema,
  /** Funding by the operator. */
  operator: payoutSchema,
  /** Carried over from earlier weeks. */
  carried: payoutSchema,
})

/** A closed week. For each token: available = dividends + prizeTotal + carried. */
const dividendWeekSchema = z
  .strictObject({
    ...weekShape,
    closedAt: unixSecondsSchema,
    available: payoutSchema,
    income: poolIncomeSchema,
    /** Pledged POD units with dividends. */
    pledged: amountSchema,
    dividends: payoutSchema,
    /** USD paid for each pledged POD unit, 18 decimals, rounded down; for display only. */
    perUnit: amountSchema,
    prizes: z.array(growthRankSchema.extend({ amount: payoutSchema })),
    prizeTotal: payoutSchema,
    carried: payoutSchema,
    /** USDT for one DR at the week's end, 18 decimals; null: no price, so DR was carried over. */
    drPrice: amountSchema.nullable(),
    /** Published result; null: not yet. */
    result: weekResultSchema.nullable(),
  })
  .meta({ id: 'DividendWeek' })
export type DividendWeek = z.infer<typeof dividendWeekSchema>

export const dividendPool = defineCall({
  name: 'dividendPool',
  method: 'GET',
  path: '/api/v1/public/mining/dividend-pool',
  access: 'public',
  limit: 'call',
  tag: 'dividends',
  summary:
    'This week: the pool by provenance, the pledged power that receives it, the growth ranking so far. Closed weeks, newest first, paged.',
  request: z.strictObject(pageQueryShape),
  response: z.strictObject({
    current: z.strictObject({
      ...weekShape,
      /** Amount in the pool now: carried over, and income since Monday. */
      available: payoutSchema,
      income: poolIncomeSchema,
      /** POD units of all users that draw dividends this week. */
      pledged: amountSchema,
      /** Pledged this week: draws from the next. */
      joining: amountSchema,
      /** The top 20 so far. */
      growth: z.array(growthRankSchema),
    }),
    weeks: z.strictObject({ items: z.array(dividendWeekSchema), nextCursor: z.string().nullable() }),
  }),
})
