/** Calls under /api/v1/mining and the public ones about mining (requirement §7). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { ELECTRICITY_PERIOD_DAYS, MACHINE_BATCH_MAX } from '../constants.ts'
import {
  amountSchema,
  priceSchema,
  productIdSchema,
  tokenShape,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'
import { PRICED_TOKENS } from '../tokens.ts'
import { voucherSchema } from './voucher.ts'

const productSchema = z
  .strictObject({
    productId: z.string(),
    name: z.string(),
    tier: z.number().int().min(1).max(9),
    /** In T. */
    power: z.number().int().positive(),
    /** USD for one machine, 18 decimals. */
    price: amountSchema,
    /** Part of the price paid in DRGV, in basis points. */
    drgvShareBps: z.number().int().min(0).max(10_000),
    /** Neither sold nor reserved by an open quote. */
    stock: z.number().int().nonnegative(),
    perUserLimit: z.number().int().positive(),
    lifeDays: z.number().int().multipleOf(1).min(ELECTRICITY_PERIOD_DAYS),
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof productSchema>

export const products = defineCall({
  name: 'products',
  method: 'GET',
  path: '/api/v1/public/mining/products',
  access: 'public',
  limit: 'call',
  tag: 'mining',
  summary: 'Machines for sale, with the stock that is left.',
  response: z.strictObject({ items: z.array(productSchema) }),
})

export const drgvPrice = defineCall({
  name: 'drgvPrice',
  method: 'GET',
  path: '/api/v1/public/mining/drgv-price',
  access: 'public',
  limit: 'call',
  tag: 'prices',
  summary: 'Average DRGV and DR prices from the on-chain oracle, with their block.',
  response: z.strictObject({
    /** 30-minute average. */
    ...tokenShape(PRICED_TOKENS, priceSchema.optional()),
    /**
     * Price for machines: the lower of the 30-minute and the 24-hour average. The answer always has this
     * and DR's, otherwise NO_PRICE: products are paid with them.
     */
    DRGV: priceSchema,
    DR: priceSchema,
  }),
  errors: ['NO_PRICE'],
})

export const hashRateInfo = defineCall({
  name: 'hashRateInfo',
  method: 'POST',
  path: '/api/v1/mining/hash-rate-info',
  access: 'session',
  limit: 'call',
  tag: 'mining',
  summary:
    'Network power and mine, DR emitted per day, and my share of it at the current power (an estimate).',
  response: z.strictObject({
    networkPower: z.number().int().nonnegative(),
    power: z.number().int().nonnegative(),
    emissionPerDay: amountSchema,
    estimatePerDay: amountSchema,
    fundedUntil: unixSecondsSchema,
    /** POD power of the network and the reader. */
    podPower: z.strictObject({
      /** Pledged POD units that draw this week: of all users, and the reader's. */
      pledged: amountSchema,
      mine: amountSchema,
      /**
       * USD that the last closed week paid for each pledged unit, 18 decimals; null: none has closed. No
       * estimate.
       */
      lastWeekPerUnit: amountSchema.nullable(),
    }),
  }),
})

export const machineSignature = defineCall({
  name: 'machineSignature',
  method: 'POST',
  path: '/api/v1/mining/machine-signature',
  access: 'activated',
  limit: 'quote',
  tag: 'mining',
  summary: 'A quote for buying machines, as a voucher; reserves the stock until its deadline.',
  request: z.strictObject({
    productId: productIdSchema,
    machineCount: z.number().int().min(1).max(10_000),
  }),
  response: voucherSchema,
  errors: [
    'PRODUCT_NOT_FOUND',
    'OUT_OF_STOCK',
    'WALLET_BALANCE_TOO_LOW',
    'NO_PRICE',
    'FORBIDDEN',
    'FEATURE_OFF',
    'ACCOUNT_BLOCKED',
  ],
})

export const openVouchers = defineCall({
  name: 'openVouchers',
  method: 'GET',
  path: '/api/v1/mining/machine-signature',
  access: 'session',
  limit: 'call',
  tag: 'mining',
  summary: 'My open vouchers of every kind, or the one of `orderId` in whatever state it is.',
  request: z.strictObject({ orderId: uuidSchema.optional() }),
  response: z.strictObject({ items: z.array(voucherSchema) }),
})

export const activateSignature = defineCall({
  name: 'activateSignature',
  method: 'POST',
  path: '/api/v1/mining/activate-signature',
  access: 'activated',
  limit: 'quote',
  tag: 'mining',
  summary:
    'A quote for electricity, as a voucher: activates or renews one, several or all machines for `Period` times 30 days.',
  request: z
    .strictObject({
      machineIDs: z.array(uintSchema).min(1).max(MACHINE_BATCH_MAX).optional(),
      /** Instead of ids: all machines of a state, or `all` that can take a period. */
      all: z.enum(['not-activated', 'paused', 'all']).optional(),
      Period: z.number().int().min(1).max(60),
    })
    .refine((body) => (body.machineIDs === undefined) !== (body.all === undefined), {
      path: ['machineIDs'],
      message: 'exactly one of machineIDs and all',
    }),
  response: voucherSchema,
  errors: [
    'MACHINE_NOT_OWNED',
    'MACHINE_ALREADY_ACTIVATED',
    'WALLET_BALANCE_TOO_LOW',
    'NO_PRICE',
    'FEATURE_OFF',
    'ACCOUNT_BLOCKED',
  ],
})
