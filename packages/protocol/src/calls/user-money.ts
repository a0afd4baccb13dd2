/** Balances, withdrawals and ledger lines under their legacy paths (PRODUCT.md 15). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  accountIndexSchema,
  amountSchema,
  blockNumberSchema,
  pageOf,
  pageQueryShape,
  payoutTokenSchema,
  timeSchema,
  tokenSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'
import { fundFlowKindSchema, fundFlowSchema } from './fund-flows.ts'
import { withdrawalSchema } from './withdrawal.ts'

/** An account index in a query, where it comes as text. */
const accountQuerySchema = z.coerce.number<number | string>().pipe(accountIndexSchema)

export const userBalanceSchema = z
  .strictObject({
    account: accountIndexSchema,
    token: payoutTokenSchema,
    available: amountSchema,
    /** On its way out (open withdrawals), or come from another user and not usable yet (transfers). */
    held: amountSchema,
    /** Principal in packages. */
    locked: amountSchema,
    /** Accrued and not credited yet (mining, dividends, package income); null: not known. */
    pending: amountSchema.nullable(),
    /** The part of `available` that leaves without burn: returned deposits. */
    burnFree: amountSchema,
  })
  .meta({ id: 'UserBalance' })
export type UserBalance = z.infer<typeof userBalanceSchema>

export const getUserMoney = defineCall({
  name: 'getUserMoney',
  method: 'GET',
  path: '/usermoney/getUserMoney',
  access: 'session',
  answer: 'legacy',
  tag: 'accounts',
  summary: 'My balances by account and token, zeros included: available, held, locked, pending.',
  response: z.strictObject({
    /** 0/DR, 1/USDT, 1/DR, 2/USDT, 2/DR. */
    balances: z.array(userBalanceSchema),
    /** The daily withdrawal limit (1042) and what of it is used, USD with 18 decimals; a lapsed voucher counts until tomorrow. */
    withdrawalDay: z.strictObject({ day: z.iso.date(), limitUsd: amountSchema, usedUsd: amountSchema }),
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
  }),
})

export const getUserMoneyLogList = defineCall({
  name: 'getUserMoneyLogList',
  method: 'GET',
  path: '/usermoney/getUserMoneyLogList',
  access: 'session',
  limits: { perAccount: { burst: 120, perSeconds: 60 } },
  answer: 'legacy',
  tag: 'accounts',
  summary: 'My ledger lines with their provenance, newest first.',
  request: z.strictObject({
    ...pageQueryShape,
    account: accountQuerySchema.optional(),
    token: tokenSchema.optional(),
    kind: fundFlowKindSchema.optional(),
    from: timeSchema.optional(),
    to: timeSchema.optional(),
  }),
  response: pageOf(fundFlowSchema),
})

export const getWithdrawalList = defineCall({
  name: 'getWithdrawalList',
  method: 'GET',
  path: '/usermoney/getWithdrawalList',
  access: 'session',
  answer: 'legacy',
  tag: 'withdrawal',
  summary: 'My withdrawals and their states, newest first, or the one of `orderId`.',
  request: z.strictObject({
    ...pageQueryShape,
    account: accountQuerySchema.optional(),
    orderId: uuidSchema.optional(),
  }),
  response: pageOf(withdrawalSchema),
})
