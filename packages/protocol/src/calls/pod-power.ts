/** POD power (docs/product.md 7): terms, purchases, and the rest of the user's power. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { GROWTH_RANK_MAX } from '../constants.ts'
import {
  addressSchema,
  amountSchema,
  drAveragesSchema,
  pageOf,
  pageRequestShape,
  payoutSchema,
  positiveAmountSchema,
  unixSecondsSchema,
  weekShape,
} from '../schemas.ts'
import { podPowerPurchaseSchema } from './users.ts'
import { voucherSchema } from './voucher.ts'

const bps = z.number().int().min(0).max(100_000)
const daySchema = z.iso.date()

export const podPowerConfig = defineCall({
  name: 'podPowerConfig',
  method: 'GET',
  path: '/api/v1/public/mining/pod-power-config',
  access: 'public',
  limit: 'call',
  tag: 'pod-power',
  summary: 'What POD power costs and gives, the weekly rules, and both DR averages now.',
  response: z.strictObject({
    /** Part of the value paid in USDR, in 1/10,000; the rest is DR, which is burned. */
    usdrShareBps: bps,
    /** Power for each dollar of value, in 1/10,000. */
    powerBps: bps,
    /** Minimum DR burned by a purchase, base units. */
    minimumDr: amountSchema,
    /** Null: no price now (30002), so nothing can be bought. */
    prices: drAveragesSchema.nullable(),
    dividends: z.strictObject({
      /** Shares of the pool for pledged power and for the growth prize, in 1/10,000. */
      dividendBps: bps,
      prizeBps: bps,
      /** Maximum share of the remaining pledged power that a week pays, in 1/10,000. */
      weekCapBps: bps,
      winners: z.number().int().positive(),
      /** Maximum prize as a share of the winner's purchases, in 1/10,000. */
      winnerCapBps: bps,
    }),
    week: z.strictObject(weekShape),
  }),
  // NO_PRICE: the chain cannot be read, so its terms are unknown; without only a price, `prices` is null.
  errors: ['NO_PRICE'],
})

export const calculatePodPower = defineCall({
  name: 'calculatePodPower',
  method: 'POST',
  path: '/api/v1/mining/calculate-pod-power',
  access: 'session',
  limit: 'call',
  tag: 'pod-power',
  summary: 'What `drAmount` burned would need in USDR and give in POD power now. Reserves nothing.',
  request: z.strictObject({ drAmount: positiveAmountSchema }),
  response: z.strictObject({
    drAmount: amountSchema,
    /** Paid to the treasury; rounded up. */
    usdrAmount: amountSchema,
    /** Value of both payments in USD, 18 decimals. */
    value: amountSchema,
    /** POD units, 18 decimals; rounded down. */
    power: amountSchema,
    prices: drAveragesSchema,
  }),
  errors: ['NO_PRICE'],
})

export const podPowerSignature = defineCall({
  name: 'podPowerSignature',
  method: 'POST',
  path: '/api/v1/mining/pod-power-signature',
  access: 'activated',
  limit: 'quote',
  tag: 'pod-power',
  summary:
    'A quote for POD power, as a voucher: of buyPODpower the first time, of buyPODpowerAgain after that. Not refundable, not transferable.',
  request: z.strictObject({ drAmount: positiveAmountSchema }),
  response: voucherSchema,
  errors: ['WALLET_BALANCE_TOO_LOW', 'NO_PRICE', 'FORBIDDEN', 'FEATURE_OFF', 'ACCOUNT_BLOCKED'],
})

/** POD power of a holder, POD units with 18 decimals, each rounded down. */
export const powerViewShape = {
  /** Draws this week's dividends. */
  pledged: amountSchema,
  /** Part of `pledged` that leaves at the week's end. */
  leaving: amountSchema,
  /** Part of `pledged` that stays; `staying + joining` is the maximum that can be unpledged. */
  staying: amountSchema,
  /** Draws dividends from next Monday. */
  joining: amountSchema,
  unpledged: amountSchema,
} as const

export const podPowerInfo = defineCall({
  name: 'podPowerInfo',
  method: 'POST',
  path: '/api/v1/mining/pod-power-info',
  access: 'session',
  limit: 'call',
  tag: 'pod-power',
  summary:
    'My POD power: left, pledged, obtained, consumed, the dividends it drew, by purchase (newest first, paged), and what I pledged when.',
  request: z.strictObject(pageRequestShape),
  response: z.strictObject({
    ...powerViewShape,
    /** Remaining power: pledged, joining and unpledged. */
    left: amountSchema,
    /** Total purchases; `obtained − left` was consumed. */
    obtained: amountSchema,
    consumed: amountSchema,
    /** Total credited to the user's deflation account. */
    dividends: payoutSchema,
    prizes: payoutSchema,
    week: z.strictObject({
      ...weekShape,
      /** POD units bought by the user this week, and their growth rank; null: none. */
      bought: amountSchema,
      rank: z.number().int().positive().max(GROWTH_RANK_MAX).nullable(),
      /** The user's place is behind `rank`, the last counted one. */
      behindRank: z.boolean(),
    }),
    /** Purchases, each with the part that dividends have consumed (oldest first). */
    purchases: pageOf(podPowerPurchaseSchema),
    /** The user's pledges and unpledges by week, newest first: the last 52 weeks with changes. */
    changes: z.array(
      z.strictObject({
        week: z.number().int().nonnegative(),
        /** Monday of the effect. */
        effectiveAt: unixSecondsSchema,
        joining: amountSchema,
        /** Value at the week's close; for the open week at present. */
        leaving: amountSchema,
      }),
    ),
    /** POD units bought by day (UTC), the last 30 days, oldest first: by the user, and by all. */
    days: z.array(z.strictObject({ day: daySchema, mine: amountSchema, everybody: amountSchema })),
  }),
})

/** A user in the public growth ranking. */
export const growthRankSchema = z.strictObject({
  rank: z.number().int().positive(),
  address: addressSchema,
  /** POD units bought in the week. */
  bought: amountSchema,
})
