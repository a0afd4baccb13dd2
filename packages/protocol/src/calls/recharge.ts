/** Deposits, named recharges in the requirement's legacy calls (docs/product.md 15). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  amountSchema,
  blockNumberSchema,
  hashSchema,
  pageOf,
  pageQueryShape,
  payoutTokenSchema,
  uintSchema,
  unixSecondsSchema,
} from '../schemas.ts'

/**
 * pending: reported by the app, no final event yet. position: booked. returned: fitted no package and is on
 * the available node balance. unknown: the transaction contains no deposit.
 */
const rechargeStateSchema = z.enum(['pending', 'position', 'returned', 'unknown'])
export type RechargeState = z.infer<typeof rechargeStateSchema>

const rechargeSchema = z
  .strictObject({
    txHash: hashSchema,
    state: rechargeStateSchema,
    /** Null until a final event. */
    token: payoutTokenSchema.nullable(),
    amount: amountSchema.nullable(),
    packageId: z.number().int().nonnegative().nullable(),
    incomeToken: payoutTokenSchema.nullable(),
    /** Error code of the return. */
    reason: z.number().int().nullable(),
    positionId: uintSchema.nullable(),
    /** Time of the deposit's block; of the report while pending. */
    at: unixSecondsSchema,
    blockNumber: blockNumberSchema.nullable(),
  })
  .meta({ id: 'Recharge' })
export type Recharge = z.infer<typeof rechargeSchema>

export const rechargeRecord = defineCall({
  name: 'rechargeRecord',
  method: 'POST',
  path: '/user/recharge/record',
  access: 'activated',
  limit: 'call',
  answer: 'legacy',
  tag: 'packages',
  summary:
    'Reports a deposit’s transaction, so that it shows as pending. Credits nothing: the final event does. The same hash again returns its current state.',
  request: z.strictObject({ txHash: hashSchema }),
  response: rechargeSchema,
})

export const getRechargeList = defineCall({
  name: 'getRechargeList',
  method: 'GET',
  path: '/usermoney/getRechargeList',
  access: 'session',
  limit: 'call',
  answer: 'legacy',
  tag: 'packages',
  summary: 'My deposits, newest first: pending, booked, or returned with the reason.',
  request: z.strictObject({ ...pageQueryShape, state: rechargeStateSchema.optional() }),
  response: pageOf(rechargeSchema),
})
