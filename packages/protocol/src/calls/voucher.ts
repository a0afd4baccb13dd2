/** The answer of every call that issues a voucher (PRODUCT.md 11): all a wallet signs, and what it means for people. */
import * as z from 'zod'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  bytesSchema,
  priceSchema,
  tokenSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'
import { digestSchema, typedDataSchema } from '../typed-data.ts'

/** open: may be used. used: its final event was seen. lapsed: a finalized block is past the deadline. closed: another voucher used the nonce. */
export const voucherStatusSchema = z.enum(['open', 'used', 'lapsed', 'closed'])

/** What leaves the wallet or the account, and where it goes. */
export const outgoingSchema = z.strictObject({
  token: tokenSchema,
  amount: amountSchema,
  from: z.enum(['wallet', 'miner-account']),
  to: z.enum(['treasury', 'burned', 'wallet']),
})

/** What comes, in words a receipt can say. */
export const incomingSchema = z.discriminatedUnion('kind', [
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
    kind: z.literal('token'),
    token: tokenSchema,
    amount: amountSchema,
    to: z.literal('wallet'),
  }),
])

export const voucherSchema = z
  .strictObject({
    orderId: uuidSchema,
    kind: z.enum(['buy-machine', 'activate-machine', 'withdraw-dr']),
    status: voucherStatusSchema,
    /** Contract to call, and to approve where a token is pulled. */
    contract: addressSchema,
    typedData: typedDataSchema,
    signature: bytesSchema,
    digest: digestSchema,
    nonce: uintSchema,
    deadline: unixSecondsSchema,
    issuedAtBlock: blockNumberSchema,
    prices: z.strictObject({ DRGV: priceSchema.optional(), DR: priceSchema.optional() }),
    outgoing: z.array(outgoingSchema),
    incoming: z.array(incomingSchema),
    /** Further orders that this one was split into (above 100 machines), still to be asked for. */
    remaining: z.number().int().nonnegative(),
  })
  .meta({ id: 'Voucher' })

export type Voucher = z.infer<typeof voucherSchema>
