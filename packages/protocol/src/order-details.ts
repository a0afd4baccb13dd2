/** Data of an order besides its voucher, by kind, for its use: the row's `details`. Amounts in base units. */
import * as z from 'zod'
import { swapTermsSchema, withdrawalTermsSchema } from './calls/voucher.ts'
import { amountSchema, swapTokenSchema, vaultIndexSchema } from './schemas.ts'
import type { VoucherKind } from './vouchers.ts'

const podPower = z.object({
  /** POD units, 18 decimals, and the price of DR in the quote, in USDT with 18 decimals. */
  power: amountSchema,
  drPrice: amountSchema,
})

const withdrawal = z.object({
  /** Vault of the user's account that pays it. */
  vault: vaultIndexSchema,
  token: z.enum(['DR', 'USDT']),
  amount: amountSchema,
  /** DR: exact, or the maximum for a withdrawal of USDT. */
  burnAmount: amountSchema,
  ...withdrawalTermsSchema.shape,
})

const of = <Kind extends VoucherKind, Details extends z.ZodType>(kind: Kind, details: Details) =>
  z.object({ kind: z.literal(kind), details })

/** A kind with its details. */
export const orderDetailsSchema = z.discriminatedUnion('kind', [
  of(
    'buy-machine',
    z.object({
      productId: z.string(),
      machineCount: z.number().int().positive(),
      /** Power of one machine, in T. */
      power: amountSchema,
      /** Days a machine may produce from its purchase. */
      lifeDays: z.number().int().positive(),
    }),
  ),
  of('activate-machine', z.object({ periods: z.number().int().positive() })),
  of('buy-pod-power', podPower),
  of('buy-pod-power-again', podPower),
  of(
    'swap-token',
    z.object({
      inputToken: swapTokenSchema,
      outputToken: swapTokenSchema,
      inputAmount: amountSchema,
      outputAmount: amountSchema,
      swap: swapTermsSchema,
    }),
  ),
  of('withdraw-dr', withdrawal),
  of('withdraw-usdt', withdrawal),
])

type Kinds = z.infer<typeof orderDetailsSchema>
/** One kind with its details, or the union of several. */
export type OrderDetailsOf<Kind extends VoucherKind = VoucherKind> = Extract<Kinds, { readonly kind: Kind }>
