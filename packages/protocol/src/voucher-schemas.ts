/** Wire format of a voucher's typed data. Separate from its types, which the app needs without zod. */
import * as z from 'zod'
import { addressSchema, hexSchema } from './schemas.ts'
import { VOUCHER_TYPES, type VoucherType } from './vouchers.ts'

/** Typed data with every uint256 as a full decimal string, readable by wallets and people. */
export const typedDataSchema = z.strictObject({
  domain: z.strictObject({
    name: z.string(),
    version: z.literal('1'),
    chainId: z.number().int().positive(),
    verifyingContract: addressSchema,
  }),
  primaryType: z.enum(Object.keys(VOUCHER_TYPES) as VoucherType[]),
  types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
  message: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})
export type VoucherTypedData = z.infer<typeof typedDataSchema>

export const digestSchema = hexSchema(32)
