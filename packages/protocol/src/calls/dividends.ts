/** The weekly dividend pool (docs/product.md 4 and 7): where its money came from, and what became of it. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  amountSchema,
  hashSchema,
  pageQueryShape,
  payoutSchema,
  unixSecondsSchema,
  weekShape,
} from '../schemas.ts'
import { growthRankSchema } from './pod-power.ts'

/** What came into the pool within a week, by provenance. */
const poolIncomeSchema = z.strictObject({
  /** 64 % of the swap fees flushed within the week. */
  swapFees: payoutSchema,
  /** What the operator openly put in. */
  operator: payoutSchema,
  /** Left over by the weeks before. */
  carried: payoutSchema,
})

/** A closed week. For each token: available = dividends + prizeTotal + carried. */
const dividendWeekSchema = z
  .strictObject({
    ...weekShape,
    closedAt: unixSecondsSchema,
    available: payoutSchema,
    income: poolIncomeSchema,
    /** Pledged POD units that drew it. */
    pledged: amountSchema,
    dividends: payoutSchema,
    /** USD paid for each pledged POD unit, 18 decimals, rounded down: shown, never computed with. */
    perUnit: amountSchema,
    prizes: z.array(growthRankSchema.extend({ amount: payoutSchema })),
    prizeTotal: payoutSchema,
    carried: payoutSchema,
    /** USDT for one DR at the week's end, 18 decimals; null: no price, DR waited. */
    drPrice: amountSchema.nullable(),
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
      /** In the pool now: what was carried over and what came in since Monday. */
      available: payoutSchema,
      income: poolIncomeSchema,
      /** Pledged POD units that draw this week, everyone's together. */
      pledged: amountSchema,
      /** Pledged this week: draws from the next. */
      joining: amountSchema,
      /** The top 20 so far. */
      growth: z.array(growthRankSchema),
    }),
    weeks: z.strictObject({ items: z.array(dividendWeekSchema), nextCursor: z.string().nullable() }),
  }),
})
