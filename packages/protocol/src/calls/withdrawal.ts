/** Calls under /api/v1/withdrawal (requirement §7). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { accountIndexSchema, positiveAmountSchema } from '../schemas.ts'
import { voucherSchema } from './voucher.ts'

export const createWithdrawal = defineCall({
  name: 'createWithdrawal',
  method: 'POST',
  path: '/api/v1/withdrawal/create',
  access: 'activated',
  tag: 'withdrawal',
  summary:
    'Holds the amount and issues the voucher that lets the wallet take it from its vault. `amount` is gross: 5 % of it is burned.',
  request: z.strictObject({
    account: accountIndexSchema,
    token: z.enum(['DR', 'USDT']),
    amount: positiveAmountSchema,
    paymentPassword: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  response: voucherSchema,
  errors: [
    'LEDGER_BALANCE_TOO_LOW',
    'WITHDRAWALS_STOPPED',
    'WITHDRAWAL_LIMIT_REACHED',
    'FORBIDDEN',
    'FEATURE_OFF',
    'NO_PRICE',
  ],
})
