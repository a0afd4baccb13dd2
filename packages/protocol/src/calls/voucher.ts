/**
 * Answer of every call that issues a voucher (docs/product.md 11): the signed data, and its description for
 * people.
 */
import * as z from 'zod'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  bytesSchema,
  priceSchema,
  tokenSchema,
  tokenShape,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'
import { PRICED_TOKENS } from '../tokens.ts'
import { digestSchema, typedDataSchema } from '../voucher-schemas.ts'
import { VOUCHER_KINDS } from '../vouchers.ts'

/**
 * open: may be used. used: its final event was seen. expired: a finalized block is past the deadline.
 * superseded: another voucher used the nonce.
 */
export const voucherStatusSchema = z.enum(['open', 'used', 'expired', 'superseded'])

/** An amount that leaves the wallet or the account, with its receiver. */
const outgoingSchema = z.strictObject({
  token: tokenSchema,
  amount: amountSchema,
  /** Minimum, if the contract determines the amount; `amount` is then the maximum. */
  atLeast: amountSchema.optional(),
  from: z.enum(['wallet', 'miner-account', 'deflation-account', 'node-account']),
  to: z.enum(['treasury', 'burned', 'wallet', 'exchange']),
})

/** Result of the call, for a receipt. */
const incomingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('machines'),
    productId: z.string(),
    name: z.string(),
    count: z.number().int().positive(),
    /** Power of all of them together, in T. */
    power: z.number().int().positive(),
    /** Days a machine may produce from its purchase. */
    lifeDays: z.number().int().positive(),
  }),
  z.strictObject({
    kind: z.literal('electricity'),
    /** Effect of the payment on each machine, at the latest block's time. */
    machines: z.array(
      z.strictObject({
        machineId: uintSchema,
        paidFrom: unixSecondsSchema,
        paidUntil: unixSecondsSchema,
        /** The machine's life ends before the paid periods do. */
        cutByLife: z.boolean(),
      }),
    ),
    periods: z.number().int().positive(),
  }),
  z.strictObject({
    kind: z.literal('pod-power'),
    /** POD units, 18 decimals. */
    power: amountSchema,
    /** Start of its dividends: the next Monday, 00:00 UTC, at the latest block's time. */
    pledgedFrom: unixSecondsSchema,
  }),
  z.strictObject({
    kind: z.literal('token'),
    token: tokenSchema,
    amount: amountSchema,
    to: z.literal('wallet'),
  }),
])

const voucherKindSchema = z.enum(VOUCHER_KINDS)

/** Cost of a swap, which is already deducted from the output. */
export const swapTermsSchema = z.strictObject({
  /** USD value of the input, 18 decimals. */
  value: amountSchema,
  /** USDT of it that the exchange keeps as its fee. */
  fee: amountSchema,
  feeBps: z.number().int().nonnegative(),
  /** Output for one whole input token, fee included, 18 decimals. */
  rate: amountSchema,
})

/** Terms of a withdrawal besides its typed data. */
export const withdrawalTermsSchema = z.strictObject({
  /** Part of the amount that leaves without burn: deposits not yet returned (`splitBurnFree`). */
  burnFree: amountSchema,
})

export const voucherSchema = z
  .strictObject({
    orderId: uuidSchema,
    kind: voucherKindSchema,
    status: voucherStatusSchema,
    /** Contract to call, and to approve if it pulls a token. */
    contract: addressSchema,
    typedData: typedDataSchema,
    signature: bytesSchema,
    digest: digestSchema,
    nonce: uintSchema,
    deadline: unixSecondsSchema,
    issuedAtBlock: blockNumberSchema,
    /** Prices of the quote. USDT and USDR are at par. */
    prices: z.strictObject(tokenShape(PRICED_TOKENS, priceSchema.optional())),
    outgoing: z.array(outgoingSchema),
    incoming: z.array(incomingSchema),
    /** For a swap only. */
    swap: swapTermsSchema.optional(),
    /** For a withdrawal only. */
    withdrawal: withdrawalTermsSchema.optional(),
    /** Number of further orders that this one was split into (above 100 machines), to be requested next. */
    remaining: z.number().int().nonnegative(),
  })
  .meta({ id: 'Voucher' })

export type Voucher = z.infer<typeof voucherSchema>
