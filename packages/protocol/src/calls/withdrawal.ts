/** Withdrawals and their states (requirement §7). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  hexSchema,
  pageOf,
  pageRequestShape,
  payoutTokenSchema,
  positiveAmountSchema,
  timeSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { paymentPasswordSchema } from './security.ts'
import { voucherSchema, voucherStatusSchema } from './voucher.ts'

export const createWithdrawal = defineCall({
  name: 'createWithdrawal',
  method: 'POST',
  path: '/api/v1/withdrawal/create',
  access: 'activated',
  limit: 'quote',
  ownLimits: { perAccount: { max: 10, perSeconds: 60 } },
  tag: 'withdrawal',
  summary:
    'Holds the amount and issues the voucher that lets the wallet take it from its vault. `amount` is gross. The burn is 5 % of what was earned, while deposits not yet returned leave without burn: of DR it is a part of the amount, of USDT that share’s worth in DR, out of the wallet.',
  request: z.strictObject({
    account: vaultIndexSchema,
    token: z.enum(['DR', 'USDT']),
    amount: positiveAmountSchema,
    /** Required once one is set. */
    paymentPassword: paymentPasswordSchema.optional(),
  }),
  response: voucherSchema,
  errors: [
    'LEDGER_BALANCE_TOO_LOW',
    'WITHDRAWALS_STOPPED',
    'WITHDRAWAL_LIMIT_REACHED',
    'WALLET_BALANCE_TOO_LOW',
    'FORBIDDEN',
    'NO_PRICE',
    'OLD_PASSWORD_WRONG',
    'ACCOUNT_BLOCKED',
  ],
})

export const withdrawalSchema = z
  .strictObject({
    orderId: uuidSchema,
    account: vaultIndexSchema,
    token: z.enum(['DR', 'USDT']),
    amount: amountSchema,
    /** DR that the voucher burns: out of this amount; for USDT out of the wallet, at most. */
    burnAmount: amountSchema,
    /** DR burned according to the final event; null before it. */
    burned: amountSchema.nullable(),
    /** Part of `amount` that leaves without burn: deposits not yet returned. */
    burnFree: amountSchema,
    received: amountSchema,
    status: voucherStatusSchema,
    createdAt: timeSchema,
    deadline: unixSecondsSchema,
    digest: hexSchema(32),
    nonce: uintSchema,
    contract: addressSchema,
    txHash: hexSchema(32).nullable(),
    blockNumber: blockNumberSchema.nullable(),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.infer<typeof withdrawalSchema>

export const withdrawalDetail = defineCall({
  name: 'withdrawalDetail',
  method: 'POST',
  path: '/api/v1/users/withdrawal-detail',
  access: 'session',
  limit: 'call',
  tag: 'withdrawal',
  summary: 'My withdrawals and their states, newest first, or the one of `orderId`.',
  request: z.strictObject({ ...pageRequestShape, orderId: uuidSchema.optional() }),
  response: pageOf(withdrawalSchema),
})

/** Not in the requirement's table (ADR 0006): the share of recent deposits, for the form. */
export const withdrawalLimits = defineCall({
  name: 'withdrawalLimits',
  method: 'GET',
  path: '/api/v1/users/withdrawal-limits',
  access: 'session',
  limit: 'call',
  tag: 'withdrawal',
  summary:
    'What I deposited into the node vault recently, and how much of the vault’s share for such deposits all users together have used. Recent is what was deposited within 30 days, or within more where the contract’s daily limit is less than 5 % of what the vault holds. The share is a quarter of that limit; anything else that is available leaves first, and is not limited by it.',
  response: z.strictObject({
    /** By token; without recent deposits there is no such limit. */
    recentDeposits: z.array(
      z.strictObject({
        token: payoutTokenSchema,
        /** Days for which a deposit is recent: 30 to 150. */
        days: z.int().min(30).max(150),
        /**
         * The user's deposits of these days that are not locked in a package, including those that have
         * left since.
         */
        deposited: amountSchema,
        /**
         * Received from other users within the same days: the part still there counts as no recent deposit.
         */
        received: amountSchema,
        /** Part of the share used by all users: held, or paid within the contract's rolling day. */
        used: amountSchema,
      }),
    ),
  }),
})
