/** Public minimums, fees and limits (docs/product.md 15; the requirement's legacy call). */
import * as z from 'zod'
import { defineCall } from '../call.ts'

/** Base units of the token in the name; USD with 18 decimals; basis points; seconds; plain numbers. */
const commonValueKeySchema = z.enum([
  'withdrawalMinimumDr',
  'withdrawalMinimumUsdt',
  'withdrawalDailyLimitUsd',
  'withdrawalBurnBpsMiner',
  'withdrawalBurnBpsDeflation',
  'withdrawalBurnBpsNode',
  'swapFeeBps',
  'electricityFeeDrgv',
  'electricityPeriodDays',
  'podPowerMinimumDr',
  'podPowerUsdrShareBps',
  'collectIntervalSeconds',
  'collectMinimumDr',
  'machineBatchMax',
  'openVouchersMax',
  'voucherLifetimeSeconds',
  'swapVoucherLifetimeSeconds',
  'pageLimitMax',
  'codeCountdownSeconds',
  'codeLength',
  'textMaxLength',
])
export type CommonValueKey = z.infer<typeof commonValueKeySchema>

export const commonValue = defineCall({
  name: 'commonValue',
  method: 'GET',
  path: '/common/value',
  access: 'public',
  limit: 'call',
  answer: 'legacy',
  tag: 'public',
  summary: 'Public minimums, fees and limits as they are now: all, or the one of `key`.',
  request: z.strictObject({ key: commonValueKeySchema.optional() }),
  response: z.strictObject({
    /** Whole numbers as decimal strings, by key. */
    values: z.partialRecord(commonValueKeySchema, z.string().regex(/^\d+$/)),
  }),
})
