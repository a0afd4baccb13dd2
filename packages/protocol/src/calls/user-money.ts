/** Balances, withdrawals and ledger lines under their legacy paths (docs/product.md 15). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { BALANCE_RANGE_NAMES } from '../constants.ts'
import {
  amountSchema,
  blockNumberSchema,
  pageOf,
  pageQueryShape,
  payoutTokenSchema,
  timeSchema,
  tokenSchema,
  unixSecondsSchema,
  uuidSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { fundFlowKindSchema, fundFlowSchema } from './fund-flows.ts'
import { withdrawalSchema } from './withdrawal.ts'

/** Account index in a query, where it is text. */
const accountQuerySchema = z.coerce.number<number | string>().pipe(vaultIndexSchema)

const userBalanceSchema = z
  .strictObject({
    account: vaultIndexSchema,
    token: payoutTokenSchema,
    available: amountSchema,
    /** In open withdrawals, or received from other users and not usable yet (transfers). */
    held: amountSchema,
    /** Principal in packages. */
    locked: amountSchema,
    /** Accrued and not credited yet (mining, dividends, package income); null: unknown. */
    pending: amountSchema.nullable(),
    /**
     * Deposits into the node vault not yet returned, locked principal included: the next payments up to
     * this amount leave without burn. 0 for the other accounts.
     */
    unreturned: amountSchema,
  })
  .meta({ id: 'UserBalance' })

export const getUserMoney = defineCall({
  name: 'getUserMoney',
  method: 'GET',
  path: '/usermoney/getUserMoney',
  access: 'session',
  limit: 'call',
  answer: 'legacy',
  tag: 'accounts',
  summary: 'My balances by account and token, zeros included: available, held, locked, pending.',
  response: z.strictObject({
    /** 0/DR, 1/USDT, 1/DR, 2/USDT, 2/DR. */
    balances: z.array(userBalanceSchema),
    /**
     * Daily withdrawal limit (1042) and its used part, USD with 18 decimals; an expired voucher counts
     * until tomorrow.
     */
    withdrawalDay: z.strictObject({ day: z.iso.date(), limitUsd: amountSchema, usedUsd: amountSchema }),
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
  }),
})

/** Length and step of each range: at most 121 points. */
export const BALANCE_RANGES = {
  '1m': { days: 1, points: 31 },
  '3m': { days: 1, points: 92 },
  '1y': { days: 7, points: 53 },
  all: { days: 30, points: 121 },
} as const
const balanceRangeSchema = z.enum(BALANCE_RANGE_NAMES)
export type BalanceRange = z.infer<typeof balanceRangeSchema>

/** Not in the requirement's table (ADR 0006): data of the portfolio's chart. */
export const balanceHistory = defineCall({
  name: 'balanceHistory',
  method: 'POST',
  path: '/api/v1/users/balance-history',
  access: 'session',
  limit: 'call',
  ownLimits: { perAccount: { max: 30, perSeconds: 60 } },
  tag: 'accounts',
  summary:
    'What my three accounts held over time by the ledger (available, held and locked; the wallet is not in it), with DR’s 24-hour average of each moment, oldest first.',
  request: z.strictObject({ range: balanceRangeSchema }),
  response: z.strictObject({
    range: balanceRangeSchema,
    points: z
      .array(
        z.strictObject({
          at: unixSecondsSchema,
          USDT: amountSchema,
          DR: amountSchema,
          /** USDT for one DR, 18 decimals; null: no average at that time. */
          drPrice: amountSchema.nullable(),
          /** Total in USD, 18 decimals, rounded down; null: DR without a price. */
          worth: amountSchema.nullable(),
        }),
      )
      .max(121),
    /** Start of the counted lines; null: the history is complete. */
    readFrom: unixSecondsSchema.nullable(),
  }),
})

export const getUserMoneyLogList = defineCall({
  name: 'getUserMoneyLogList',
  method: 'GET',
  path: '/usermoney/getUserMoneyLogList',
  access: 'session',
  limit: 'call',
  ownLimits: { perAccount: { max: 120, perSeconds: 60 } },
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
  limit: 'call',
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
