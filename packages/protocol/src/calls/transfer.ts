/** Internal transfer between two users, same account and token (docs/product.md 10 and 15; ADR 0021). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  addressSchema,
  amountSchema,
  bytesSchema,
  payoutTokenSchema,
  positiveAmountSchema,
  timeSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { paymentPasswordSchema, signingOrderSchema } from './security.ts'

const termsShape = {
  /** The receiver's wallet. */
  to: addressSchema,
  account: vaultIndexSchema,
  token: payoutTokenSchema,
  amount: positiveAmountSchema,
}

export const transferOrder = defineCall({
  name: 'transferOrder',
  method: 'POST',
  path: '/api/v1/users/transfer-order',
  access: 'activated',
  limit: 'quote',
  tag: 'accounts',
  summary:
    'What a transfer would do, and the order id and deadline for the wallet to sign. Refused here for the same reasons as by the transfer. 10002 with `path: to`: oneself, no user, or not activated.',
  request: z.strictObject(termsShape),
  feature: 'transfer',
  response: z.strictObject({
    ...signingOrderSchema.shape,
    ...termsShape,
    /** The sender's available balance before it. */
    available: amountSchema,
    /**
     * Deposits that count as returned by it: the sender's burn-free amount falls by this, and the
     * receiver's burns as usual.
     */
    burnFreeLost: amountSchema,
    /** Chain seconds until the receiver can use it. */
    waitSeconds: z.number().int().nonnegative(),
  }),
  errors: ['PAYMENT_PASSWORD_NOT_SET', 'LEDGER_BALANCE_TOO_LOW'],
})

export const transfer = defineCall({
  name: 'transfer',
  method: 'POST',
  path: '/usermoney/transfer',
  access: 'activated',
  limit: 'quote',
  answer: 'legacy',
  tag: 'accounts',
  summary:
    'Moves `amount` to the same account of another user: with the wallet’s signature of `InternalTransfer` over a transfer-order, and the payment password. A signature works once.',
  request: z.strictObject({
    ...termsShape,
    signature: bytesSchema,
    paymentPassword: paymentPasswordSchema,
  }),
  feature: 'transfer',
  response: z.strictObject({
    journalId: uintSchema,
    orderId: uuidSchema,
    ...termsShape,
    at: timeSchema,
    /** Time at which the receiver can use it, by the product's clock. */
    availableAt: unixSecondsSchema,
  }),
  errors: ['PAYMENT_PASSWORD_NOT_SET', 'OLD_PASSWORD_WRONG', 'SIGNATURE_INVALID', 'LEDGER_BALANCE_TOO_LOW'],
})
