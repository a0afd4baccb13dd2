/** How a voucher's typed data travels. Apart from its types, which the app needs without zod. */
import * as z from 'zod'
import { addressSchema, hexSchema } from './schemas.ts'
import type { VoucherType } from './typed-data.ts'

/** Typed data as it travels: every uint256 a decimal string, whole, so that a wallet and a person can read all of it. */
export const typedDataSchema = z.strictObject({
  domain: z.strictObject({
    name: z.string(),
    version: z.literal('1'),
    chainId: z.number().int().positive(),
    verifyingContract: addressSchema,
  }),
  primaryType: z.enum([
    ...(['BuyMachine', 'ActivateMachine', 'BuyPODpower', 'BuyPODpowerAgain'] as const),
    ...(['SwapToken', 'WithdrawDR', 'WithdrawUSDT'] as const),
  ] satisfies VoucherType[]),
  types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
  message: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})
export type VoucherTypedData = z.infer<typeof typedDataSchema>

export const digestSchema = hexSchema(32)
