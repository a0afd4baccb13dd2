/** Calls of operators (docs/product.md 10) about offers: products, packages, and their budgets. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { MACHINE_DRGV_SHARE_BPS } from '../constants.ts'
import {
  addressSchema,
  amountSchema,
  payoutTokenSchema,
  plainTextSchema,
  positiveAmountSchema,
  secondOfDaySchema,
  uintSchema,
  unixSecondsSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { packageIdSchema, proposalSchema, reasonSchema } from './operator.ts'

const access = 'operator'
const tag = 'operator'
const textOfName = z.string().regex(/^[\w-]{1,64}$/)

const operatorProductSchema = z
  .strictObject({
    productId: z.string(),
    name: z.string(),
    tier: z.number().int(),
    /** In T. */
    power: z.number().int(),
    /** USD, 18 decimals. */
    price: amountSchema,
    drgvShareBps: z.number().int(),
    /** Neither sold nor reserved; reserved by open quotes; sold. */
    stock: z.number().int(),
    reserved: z.number().int(),
    sold: z.number().int(),
    perUserLimit: z.number().int(),
    lifeDays: z.number().int(),
    offered: z.boolean(),
  })
  .meta({ id: 'OperatorProduct' })
export type OperatorProduct = z.infer<typeof operatorProductSchema>

export const operatorProducts = defineCall({
  name: 'operatorProducts',
  method: 'GET',
  path: '/api/v1/operator/products',
  access,
  tag,
  limit: 'call',
  summary: 'Every product, offered or not.',
  response: z.strictObject({ items: z.array(operatorProductSchema) }),
})

export const operatorSaveProduct = defineCall({
  name: 'operatorSaveProduct',
  method: 'POST',
  path: '/api/v1/operator/products',
  access,
  tag,
  limit: 'call',
  summary:
    'Edits a product for vouchers from now on; machines already sold keep their terms. A new product (offered, with `stock`), more power, a lower price, a longer life or a higher DRGV share is proposed instead, and takes effect once another operator approves it.',
  request: z.strictObject({
    productId: textOfName,
    name: plainTextSchema(40),
    tier: z.number().int().min(1).max(9),
    power: z.number().int().min(1).max(1_000_000),
    price: positiveAmountSchema,
    drgvShareBps: z.number().int().min(MACHINE_DRGV_SHARE_BPS.min).max(MACHINE_DRGV_SHARE_BPS.max),
    perUserLimit: z.number().int().min(1).max(1_000_000),
    lifeDays: z.number().int().min(30).max(3_650),
    /** For a new product only; later stock is added or taken (`products/stock`). */
    stock: z.number().int().min(0).max(1_000_000_000).optional(),
    /** Reason for the approving operator. */
    reason: reasonSchema.optional(),
  }),
  response: z.strictObject({
    /** The changed product; null: it waits for a second operator. */
    applied: operatorProductSchema.nullable(),
    proposed: proposalSchema.nullable(),
  }),
})

export const operatorChangeStock = defineCall({
  name: 'operatorChangeStock',
  method: 'POST',
  path: '/api/v1/operator/products/stock',
  access,
  tag,
  limit: 'call',
  summary: 'Adds to a product’s stock, or takes from what is neither sold nor reserved (20009).',
  request: z.strictObject({
    productId: textOfName,
    change: z
      .number()
      .int()
      .min(-1_000_000_000)
      .max(1_000_000_000)
      .refine((change) => change !== 0),
  }),
  response: operatorProductSchema,
  errors: ['PRODUCT_NOT_FOUND', 'OUT_OF_STOCK'],
})

export const operatorOfferProduct = defineCall({
  name: 'operatorOfferProduct',
  method: 'POST',
  path: '/api/v1/operator/products/offer',
  access,
  tag,
  limit: 'call',
  summary: 'Withdraws a product from sale, or offers it again. Open vouchers stay valid.',
  request: z.strictObject({ productId: textOfName, offered: z.boolean() }),
  response: operatorProductSchema,
  errors: ['PRODUCT_NOT_FOUND'],
})

const packageTermsShape = {
  minimum: amountSchema,
  reinvestMinimum: amountSchema,
  termDays: z.number().int().min(0),
  /** Daily rate as a share of the principal's value, 18 decimals; null: no income in this token. */
  dailyRates: z.strictObject({ USDT: amountSchema.nullable(), DR: amountSchema.nullable() }),
  opensAtSecond: secondOfDaySchema,
  closesAtSecond: secondOfDaySchema,
  offered: z.boolean(),
} as const

const operatorPackageSchema = z
  .strictObject({
    packageId: packageIdSchema,
    token: z.enum(['USDT', 'DR', 'POD']),
    ...packageTermsShape,
    /** Decided terms that are not effective yet: deposits until then are booked by the old ones. */
    next: z.strictObject({ ...packageTermsShape, effectiveFrom: unixSecondsSchema }).nullable(),
  })
  .meta({ id: 'OperatorPackage' })
export type OperatorPackage = z.infer<typeof operatorPackageSchema>

export const operatorPackages = defineCall({
  name: 'operatorPackages',
  method: 'GET',
  path: '/api/v1/operator/packages',
  access,
  tag,
  limit: 'call',
  summary: 'Every package, offered or not, with the changes that are about to take effect.',
  response: z.strictObject({ items: z.array(operatorPackageSchema) }),
})

const rateSchema = amountSchema
  .refine((text) => text !== '0' && text.length <= 17, 'at most 10 % a day')
  .nullable()

export const operatorSavePackage = defineCall({
  name: 'operatorSavePackage',
  method: 'POST',
  path: '/api/v1/operator/packages',
  access,
  tag,
  limit: 'call',
  summary:
    'Edits a package’s terms, for deposits of blocks ten minutes from now; positions keep the terms they began with. A new package, a higher rate, another income token, a longer term or a lower minimum is proposed instead, and takes effect once another operator approves it. No term pays more than the principal’s value.',
  request: z.strictObject({
    packageId: packageIdSchema,
    /** Fixed for an existing package. */
    token: payoutTokenSchema,
    minimum: positiveAmountSchema,
    reinvestMinimum: positiveAmountSchema,
    termDays: z.number().int().min(1).max(3_650),
    dailyRates: z
      .strictObject({ USDT: rateSchema, DR: rateSchema })
      .refine(({ USDT, DR }) => USDT !== null || DR !== null),
    opensAtSecond: secondOfDaySchema,
    closesAtSecond: secondOfDaySchema,
    offered: z.boolean(),
    /** Reason for the approving operator. */
    reason: reasonSchema.optional(),
  }),
  response: z.strictObject({
    /** The package with its decided terms; null: it waits for a second operator. */
    applied: operatorPackageSchema.nullable(),
    proposed: proposalSchema.nullable(),
  }),
})

export const operatorOfferPackage = defineCall({
  name: 'operatorOfferPackage',
  method: 'POST',
  path: '/api/v1/operator/packages/offer',
  access,
  tag,
  limit: 'call',
  summary: 'Removes a package, or offers it again, ten minutes from now. Positions go on.',
  request: z.strictObject({ packageId: packageIdSchema, offered: z.boolean() }),
  response: operatorPackageSchema,
  errors: ['PACKAGE_NOT_FOUND'],
})

export const operatorBudgets = defineCall({
  name: 'operatorBudgets',
  method: 'GET',
  path: '/api/v1/operator/budgets',
  access,
  tag,
  limit: 'call',
  summary:
    'Budgets of packages, what the pools hold, and the contract through which anyone except the treasury can fund them.',
  response: z.strictObject({
    budgets: z.array(
      z.strictObject({
        packageId: packageIdSchema,
        token: payoutTokenSchema,
        /** `packageId` argument of `fundBudget`. */
        chainPackageId: uintSchema,
        funded: amountSchema,
        /** Not committed yet. */
        left: amountSchema,
        /** Part of `left` that two operators withheld from new positions. */
        withheld: amountSchema,
        committedUntil: unixSecondsSchema.nullable(),
      }),
    ),
    pools: z.array(
      z.strictObject({
        vault: vaultIndexSchema,
        token: payoutTokenSchema,
        kind: z.string(),
        amount: amountSchema,
      }),
    ),
    /** Contract `Funding`, and the signatures of its functions. */
    funding: z.strictObject({
      contract: addressSchema,
      tokens: z.strictObject({ USDT: addressSchema, DR: addressSchema }),
      fundPools: z.string(),
      fundBudget: z.string(),
    }),
  }),
})
