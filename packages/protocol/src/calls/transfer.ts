/**
 * Transfer to another account of the same vault and token, by the sender's own call on chain (docs/product.md 10
 * and 15; ADR 0073).
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PATH_LENGTH_MAX } from '../roots/sum-tree.ts'
import {
  addressSchema,
  amountSchema,
  hashSchema,
  payoutTokenSchema,
  positiveAmountSchema,
  uintSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { paymentPasswordSchema } from './security.ts'

const bookShape = { account: vaultIndexSchema, token: payoutTokenSchema }
const termsShape = {
  /** The receiver: any account but the sender and the vaults. */
  to: addressSchema,
  ...bookShape,
  amount: positiveAmountSchema,
}

export const transferLimit = defineCall({
  name: 'transferLimit',
  method: 'POST',
  path: '/api/v1/users/transfer-limit',
  access: 'activated',
  limit: 'quote',
  tag: 'accounts',
  summary:
    'What of an account’s balance can be transferred now: available here, and claimable at the vault. 30002 while the ledger has not booked all that the vault paid; 10004 while the account has locked its claims.',
  request: z.strictObject(bookShape),
  feature: 'transfer',
  response: z.strictObject({
    available: amountSchema,
    /** Amount that a final root grants or that was deposited, at the newest block: not what was earned since. */
    claimable: amountSchema,
  }),
  errors: ['NO_PRICE', 'FORBIDDEN'],
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
    'The call to send for a transfer: `transferWithin(tokenAddress, to, amount, proof)` of `contract`. It moves nothing itself. Asks for the payment password; the call on chain needs none. 1015 above what is available, and above what the vault lets the account give away.',
  request: z.strictObject({ ...termsShape, paymentPassword: paymentPasswordSchema.optional() }),
  feature: 'transfer',
  response: z.strictObject({
    /** The account's vault. */
    contract: addressSchema,
    function: z.literal('transferWithin'),
    tokenAddress: addressSchema,
    ...termsShape,
    /** Proof of what the account earned, from a final root. Epoch 0: none is needed. */
    proof: z.strictObject({
      epoch: uintSchema,
      earned: amountSchema,
      index: uintSchema,
      path: z.array(z.strictObject({ hash: hashSchema, sum: amountSchema })).max(PATH_LENGTH_MAX),
    }),
    /** Whether the receiver is registered. One that is not can claim on chain, or register later. */
    isUser: z.boolean(),
  }),
  errors: [
    'PAYMENT_PASSWORD_NOT_SET',
    'OLD_PASSWORD_WRONG',
    'LEDGER_BALANCE_TOO_LOW',
    'NO_PRICE',
    'FORBIDDEN',
    'ACCOUNT_BLOCKED',
  ],
})
