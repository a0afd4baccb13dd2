/**
 * The answer of every call that issues a voucher (docs/product.md 11): all a wallet signs, and what it means
 * for people.
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

/** What leaves the wallet or the account, and where it goes. */
const outgoingSchema = z.strictObject({
  token: tokenSchema,
  amount: amountSchema,
  /** Where the contract decides it: `amount` is the maximum, this the minimum. */
  atLeast: amountSchema.optional(),
  from: z.enum(['wallet', 'miner-account', 'deflation-account', 'node-account']),
  to: z.enum(['treasury', 'burned', 'wallet', 'exchange']),
})

/** What comes, in words a receipt can say. */
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
    /** What the payment does to each machine, at the latest block's time. */
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
    /** From when it draws dividends: the next Monday, 00:00 UTC, at the latest block's time. */
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

/** What a swap costs: in the output already, not to be paid beside it. */
export const swapTermsSchema = z.strictObject({
  /** USD value of the input, 18 decimals. */
  value: amountSchema,
  /** USDT that the exchange sets aside of it. */
  fee: amountSchema,
  feeBps: z.number().int().nonnegative(),
  /** Output for one whole input token, fee included, 18 decimals. */
  rate: amountSchema,
})

/** What the answer to a withdrawal says beside its typed data. */
export const withdrawalTermsSchema = z.strictObject({
  /** The part of the amount that leaves without burn: deposits not yet returned (`splitBurnFree`). */
  burnFree: amountSchema,
})

export const voucherSchema = z
  .strictObject({
    orderId: uuidSchema,
    kind: voucherKindSchema,
    status: voucherStatusSchema,
    /** Contract to call, and to approve where a token is pulled. */
    contract: addressSchema,
    typedData: typedDataSchema,
    signature: bytesSchema,
    digest: digestSchema,
    nonce: uintSchema,
    deadline: unixSecondsSchema,
    issuedAtBlock: blockNumberSchema,
    /** What it was quoted by. USDT and USDR are at par. */
    prices: z.strictObject(tokenShape(PRICED_TOKENS, priceSchema.optional())),
    outgoing: z.array(outgoingSchema),
    incoming: z.array(incomingSchema),
    /** Of a swap. */
    swap: swapTermsSchema.optional(),
    /** Of a withdrawal. */
    withdrawal: withdrawalTermsSchema.optional(),
    /** Further orders that this one was split into (above 100 machines), still to be asked for. */
    remaining: z.number().int().nonnegative(),
  })
  .meta({ id: 'Voucher' })

export type Voucher = z.infer<typeof voucherSchema>
