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

/** Details of each kind: a missing kind does not compile. */
const DETAILS = {
  'buy-machine': z.object({
    productId: z.string(),
    machineCount: z.number().int().positive(),
    /** Power of one machine, in T. */
    power: amountSchema,
    /** Days a machine may produce from its purchase. */
    lifeDays: z.number().int().positive(),
  }),
  'activate-machine': z.object({ periods: z.number().int().positive() }),
  'buy-pod-power': podPower,
  'buy-pod-power-again': podPower,
  'swap-token': z.object({
    inputToken: swapTokenSchema,
    outputToken: swapTokenSchema,
    inputAmount: amountSchema,
    outputAmount: amountSchema,
    swap: swapTermsSchema,
  }),
  'withdraw-dr': withdrawal,
  'withdraw-usdt': withdrawal,
} satisfies Record<VoucherKind, z.ZodType>

type Details = { [Kind in VoucherKind]: { kind: Kind; details: z.infer<(typeof DETAILS)[Kind]> } }
/** One kind with its details, or the union of several. */
export type OrderDetailsOf<Kind extends VoucherKind = VoucherKind> = Details[Kind]

/** Parses the details of a kind. @throws for an unknown kind. */
export const parseOrderDetails = (kind: VoucherKind, details: unknown): OrderDetailsOf => {
  const schema: z.ZodType | undefined = DETAILS[kind]
  if (!schema) throw new TypeError(`the kind of order "${kind}" is not known`)
  return { kind, details: schema.parse(details) } as OrderDetailsOf
}
