/** Withdrawals: creating one, and what became of them (requirement §7). */
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
    /** Needed once one is set. */
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
  ],
})

export const withdrawalSchema = z
  .strictObject({
    orderId: uuidSchema,
    account: vaultIndexSchema,
    token: z.enum(['DR', 'USDT']),
    amount: amountSchema,
    /**
     * DR that the voucher burns: of this amount; of a withdrawal of USDT out of the wallet, and the maximum.
     */
    burnAmount: amountSchema,
    /** DR that was really burned; null until it is final. */
    burned: amountSchema.nullable(),
    /** The part of `amount` that leaves without burn: deposits not yet returned. */
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

/** Beyond the requirement's table (ADR 0006): what the form has to know of the share of recent deposits. */
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
    /** By token; none where nothing was deposited recently: then there is no such limit. */
    recentDeposits: z.array(
      z.strictObject({
        token: payoutTokenSchema,
        /** For how many days a deposit is recent: 30 to 150. */
        days: z.int().min(30).max(150),
        /** Mine, of these days and not locked in a package; also what has left since. */
        deposited: amountSchema,
        /** From other users within the same days: what stays of it counts as no recent deposit. */
        received: amountSchema,
        /** Of the share, by all users: paid within the day that the contract counts, or held. */
        used: amountSchema,
      }),
    ),
  }),
})
