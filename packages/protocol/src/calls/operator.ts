/** Calls of the operator (PRODUCT.md 10), for wallets of the configured list alone; every change is in the audit log. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { LOCALES, TEXTAREA_MAX_LENGTH } from '../constants.ts'
import { parameterNameSchema, stoppableSchema } from '../parameters.ts'
import {
  accountIndexSchema,
  addressSchema,
  amountSchema,
  blockNumberSchema,
  pageOf,
  pageQueryShape,
  payoutTokenSchema,
  plainTextSchema,
  positiveAmountSchema,
  timeSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'
import { noticeTextSchema } from './notices.ts'
import { shortfallSchema } from './public.ts'

const access = 'operator'
const tag = 'operator'
const reasonSchema = plainTextSchema(TEXTAREA_MAX_LENGTH)

export const proposalSchema = z
  .strictObject({
    proposalId: uintSchema,
    /**
     * A limit's name; `budget:<package>:<token>`: what of it is withheld from new positions; `package:<id>` or `product:<id>`:
     * its terms.
     */
    subject: z.string(),
    /** Of a limit or a budget. */
    before: amountSchema.nullable(),
    value: amountSchema.nullable(),
    /** Of a package or a product, by name, in words of the program; no `before`: it would be new. */
    terms: z
      .strictObject({
        before: z.record(z.string(), z.string()).nullable(),
        after: z.record(z.string(), z.string()),
      })
      .nullable(),
    reason: z.string(),
    proposedBy: addressSchema,
    proposedAt: unixSecondsSchema,
    expiresAt: unixSecondsSchema,
    state: z.enum(['open', 'approved', 'rejected', 'expired']),
    /** Who approved or rejected it; null while it is open, and when it expired. */
    decidedBy: addressSchema.nullable(),
    decidedAt: unixSecondsSchema.nullable(),
  })
  .meta({ id: 'Proposal' })
export type Proposal = z.infer<typeof proposalSchema>

export const operatorLimits = defineCall({
  ...{ name: 'operatorLimits', method: 'GET', path: '/api/v1/operator/limits', access, tag },
  summary: 'Limits as they are, with their bounds.',
  response: z.strictObject({
    items: z.array(
      z.strictObject({
        name: parameterNameSchema,
        unit: z.enum(['USD', 'DR', 'USDT']),
        value: amountSchema,
        standard: amountSchema,
        least: amountSchema,
        most: amountSchema,
      }),
    ),
  }),
})

export const operatorProposals = defineCall({
  ...{ name: 'operatorProposals', method: 'GET', path: '/api/v1/operator/proposals', access, tag },
  summary: 'Changes that were proposed and take a second operator, newest first.',
  request: z.strictObject(pageQueryShape),
  response: pageOf(proposalSchema),
})

export const operatorPropose = defineCall({
  ...{ name: 'operatorPropose', method: 'POST', path: '/api/v1/operator/proposals', access, tag },
  summary:
    'Proposes a change of a limit, or of what is withheld of a budget. Another operator approves it within 72 hours.',
  request: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('limit'),
      name: parameterNameSchema,
      value: amountSchema,
      reason: reasonSchema,
    }),
    z.strictObject({
      kind: z.literal('budget'),
      packageId: z.number().int().positive().max(2_147_483_647),
      token: payoutTokenSchema,
      withheld: amountSchema,
      reason: reasonSchema,
    }),
  ]),
  response: proposalSchema,
})

export const operatorDecide = defineCall({
  ...{ name: 'operatorDecide', method: 'POST', path: '/api/v1/operator/proposals/decide', access, tag },
  summary:
    'Approves a proposal of another operator, whereupon it holds; or rejects one, be it one’s own. 10004 with the reason where that may not be.',
  request: z.strictObject({ proposalId: uintSchema, decision: z.enum(['approve', 'reject']) }),
  response: proposalSchema,
})

const textOfName = z.string().regex(/^[\w-]{1,64}$/)

export const operatorProductSchema = z
  .strictObject({
    productId: z.string(),
    name: z.string(),
    tier: z.number().int(),
    /** In T. */
    power: z.number().int(),
    /** USD, 18 decimals. */
    price: amountSchema,
    drgvShareBps: z.number().int(),
    /** Neither sold nor reserved; what is reserved by open quotes; what was sold. */
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
  ...{ name: 'operatorProducts', method: 'GET', path: '/api/v1/operator/products', access, tag },
  summary: 'Every product, offered or not.',
  response: z.strictObject({ items: z.array(operatorProductSchema) }),
})

export const operatorSaveProduct = defineCall({
  ...{ name: 'operatorSaveProduct', method: 'POST', path: '/api/v1/operator/products', access, tag },
  summary:
    'Edits a product, for vouchers from now on; what was sold keeps what was promised. A new one (offered, with `stock`), more power, a lower price, a longer life or more payable in DRGV is proposed instead, and holds when another operator has approved it.',
  request: z.strictObject({
    productId: textOfName,
    name: plainTextSchema(40),
    tier: z.number().int().min(1).max(9),
    power: z.number().int().min(1).max(1_000_000),
    price: positiveAmountSchema,
    drgvShareBps: z.number().int().min(0).max(10_000),
    perUserLimit: z.number().int().min(1).max(1_000_000),
    lifeDays: z.number().int().min(30).max(3_650),
    /** Of a new product alone; afterwards stock is added or taken (`products/stock`). */
    stock: z.number().int().min(0).max(1_000_000_000).optional(),
    /** Why, for the operator who is to approve it. */
    reason: reasonSchema.optional(),
  }),
  response: z.strictObject({
    /** The product as it is now; null: it waits for a second operator. */
    applied: operatorProductSchema.nullable(),
    proposed: proposalSchema.nullable(),
  }),
})

export const operatorChangeStock = defineCall({
  ...{ name: 'operatorChangeStock', method: 'POST', path: '/api/v1/operator/products/stock', access, tag },
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
  ...{ name: 'operatorOfferProduct', method: 'POST', path: '/api/v1/operator/products/offer', access, tag },
  summary: 'Withdraws a product from sale, or offers it again. Open vouchers stay good.',
  request: z.strictObject({ productId: textOfName, offered: z.boolean() }),
  response: operatorProductSchema,
  errors: ['PRODUCT_NOT_FOUND'],
})

const secondOfDay = z.number().int().min(0).max(86_400)
const packageIdSchema = z.number().int().positive().max(2_147_483_647)

const packageTermsShape = {
  minimum: amountSchema,
  reinvestMinimum: amountSchema,
  termDays: z.number().int().min(0),
  /** Of a day, a share of the principal's value, 18 decimals; null: no income in this token. */
  dailyRates: z.strictObject({ USDT: amountSchema.nullable(), DR: amountSchema.nullable() }),
  opensAtSecond: secondOfDay,
  closesAtSecond: secondOfDay,
  offered: z.boolean(),
} as const

export const operatorPackageSchema = z
  .strictObject({
    packageId: packageIdSchema,
    token: z.enum(['USDT', 'DR', 'POD']),
    ...packageTermsShape,
    /** Terms that are decided and do not hold yet: what is deposited until then is booked by the old ones. */
    next: z.strictObject({ ...packageTermsShape, effectiveFrom: unixSecondsSchema }).nullable(),
  })
  .meta({ id: 'OperatorPackage' })
export type OperatorPackage = z.infer<typeof operatorPackageSchema>

export const operatorPackages = defineCall({
  ...{ name: 'operatorPackages', method: 'GET', path: '/api/v1/operator/packages', access, tag },
  summary: 'Every package, offered or not, and what of its terms is about to change.',
  response: z.strictObject({ items: z.array(operatorPackageSchema) }),
})

const rateSchema = amountSchema
  .refine((text) => text !== '0' && text.length <= 17, 'at most 10 % a day')
  .nullable()

export const operatorSavePackage = defineCall({
  ...{ name: 'operatorSavePackage', method: 'POST', path: '/api/v1/operator/packages', access, tag },
  summary:
    'Edits a package’s terms, for deposits of blocks ten minutes from now; positions keep the terms they began with. A new package, a higher rate, another income token, a longer term or a lower minimum is proposed instead, and is decided when another operator has approved it. No term pays more than the principal’s value.',
  request: z.strictObject({
    packageId: packageIdSchema,
    /** Of a package that exists it can't be changed. */
    token: payoutTokenSchema,
    minimum: positiveAmountSchema,
    reinvestMinimum: positiveAmountSchema,
    termDays: z.number().int().min(1).max(3_650),
    dailyRates: z
      .strictObject({ USDT: rateSchema, DR: rateSchema })
      .refine(({ USDT, DR }) => USDT !== null || DR !== null),
    opensAtSecond: secondOfDay,
    closesAtSecond: secondOfDay,
    offered: z.boolean(),
    /** Why, for the operator who is to approve it. */
    reason: reasonSchema.optional(),
  }),
  response: z.strictObject({
    /** The package as it is decided now; null: it waits for a second operator. */
    applied: operatorPackageSchema.nullable(),
    proposed: proposalSchema.nullable(),
  }),
})

export const operatorOfferPackage = defineCall({
  ...{ name: 'operatorOfferPackage', method: 'POST', path: '/api/v1/operator/packages/offer', access, tag },
  summary: 'Removes a package, or offers it again, ten minutes from now. Positions go on.',
  request: z.strictObject({ packageId: packageIdSchema, offered: z.boolean() }),
  response: operatorPackageSchema,
  errors: ['PACKAGE_NOT_FOUND'],
})

export const operatorBudgets = defineCall({
  ...{ name: 'operatorBudgets', method: 'GET', path: '/api/v1/operator/budgets', access, tag },
  summary:
    'Budgets of packages and what lies in the pools, and the contract through which anybody but the treasury funds them.',
  response: z.strictObject({
    budgets: z.array(
      z.strictObject({
        packageId: packageIdSchema,
        token: payoutTokenSchema,
        /** What `fundBudget` is given as `packageId`. */
        chainPackageId: uintSchema,
        funded: amountSchema,
        /** Not committed yet. */
        left: amountSchema,
        /** Of it, what new positions can't use, by decision of two operators. */
        withheld: amountSchema,
        committedUntil: unixSecondsSchema.nullable(),
      }),
    ),
    pools: z.array(
      z.strictObject({
        vault: accountIndexSchema,
        token: payoutTokenSchema,
        kind: z.string(),
        amount: amountSchema,
      }),
    ),
    /** Contract `Funding`, and the signatures of its calls. */
    funding: z.strictObject({
      contract: addressSchema,
      tokens: z.strictObject({ USDT: addressSchema, DR: addressSchema }),
      fundPools: z.string(),
      fundBudget: z.string(),
    }),
  }),
})

export const operatorNoticeSchema = z
  .strictObject({
    id: uintSchema,
    texts: z.partialRecord(z.enum(LOCALES), noticeTextSchema),
    publishedAt: timeSchema,
    editedAt: timeSchema.nullable(),
    withdrawnAt: timeSchema.nullable(),
    /** How many users have read it. */
    readers: z.number().int().nonnegative(),
  })
  .meta({ id: 'OperatorNotice' })
export type OperatorNotice = z.infer<typeof operatorNoticeSchema>

export const operatorNotices = defineCall({
  ...{ name: 'operatorNotices', method: 'GET', path: '/api/v1/operator/notices', access, tag },
  summary: 'Every notice in every language, newest first, withdrawn ones too.',
  request: z.strictObject(pageQueryShape),
  response: pageOf(operatorNoticeSchema),
})

export const operatorSaveNotice = defineCall({
  ...{ name: 'operatorSaveNotice', method: 'POST', path: '/api/v1/operator/notices', access, tag },
  summary:
    'Publishes a notice, or with `id` edits one; whoever has read it has not read it any more. zh-CN is a must.',
  request: z.strictObject({
    id: uintSchema.optional(),
    texts: z.strictObject({
      ...(Object.fromEntries(LOCALES.map((locale) => [locale, noticeTextSchema.optional()])) as Record<
        (typeof LOCALES)[number],
        z.ZodOptional<typeof noticeTextSchema>
      >),
      'zh-CN': noticeTextSchema,
    }),
  }),
  response: operatorNoticeSchema,
})

export const operatorWithdrawNotice = defineCall({
  ...{
    name: 'operatorWithdrawNotice',
    method: 'POST',
    path: '/api/v1/operator/notices/withdraw',
    access,
    tag,
  },
  summary: 'Withdraws a notice: nobody is shown it any more.',
  request: z.strictObject({ id: uintSchema }),
  response: operatorNoticeSchema,
})

export const operatorStopSchema = z.strictObject({
  what: stoppableSchema,
  stopped: z.boolean(),
  /** Of what is stopped. */
  reason: z.string().nullable(),
  since: unixSecondsSchema.nullable(),
  by: addressSchema.nullable(),
})

export const operatorStops = defineCall({
  ...{ name: 'operatorStops', method: 'GET', path: '/api/v1/operator/stops', access, tag },
  summary: 'Everything that can be stopped, and what is.',
  response: z.strictObject({ items: z.array(operatorStopSchema) }),
})

export const operatorStop = defineCall({
  ...{ name: 'operatorStop', method: 'POST', path: '/api/v1/operator/stops', access, tag },
  summary: 'Stops something, or starts it again. Shown to everybody with its reason.',
  request: z.strictObject({ what: stoppableSchema, stopped: z.boolean(), reason: reasonSchema }),
  response: operatorStopSchema,
})

export const operatorReconciliation = defineCall({
  ...{ name: 'operatorReconciliation', method: 'GET', path: '/api/v1/operator/reconciliation', access, tag },
  summary:
    'Each vault and token at the ledger’s own block: on chain, booked, owed; and what waits for somebody to look at it.',
  response: z.strictObject({
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
    vaults: z.array(
      z.strictObject({
        vault: accountIndexSchema,
        token: payoutTokenSchema,
        /** On chain. */
        reserve: amountSchema,
        /** The ledger's own asset account; anything else than `reserve` is an alarm. */
        booked: amountSchema,
        owed: amountSchema,
        pools: amountSchema,
        /** Owed and pools above the reserve: not 0 stops the vault. */
        shortfall: amountSchema,
      }),
    ),
    shortfalls: z.array(shortfallSchema),
    /** Events that could not be posted and wait in suspense. */
    suspenseEvents: z.number().int().nonnegative(),
    missingPurchases: z.number().int().nonnegative(),
  }),
  errors: ['NO_PRICE'],
})

/** What something was before or is after, in words of the program. */
const auditValuesSchema = z.record(z.string(), z.string()).nullable()

export const auditEntrySchema = z
  .strictObject({
    id: uintSchema,
    at: timeSchema,
    operator: addressSchema,
    action: z.string(),
    subject: z.string(),
    before: auditValuesSchema,
    after: auditValuesSchema,
    requestId: uuidSchema,
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const operatorAudit = defineCall({
  ...{ name: 'operatorAudit', method: 'GET', path: '/api/v1/operator/audit', access, tag },
  summary:
    'The audit log: who changed what, when, from what to what, by which request. Append-only; newest first.',
  request: z.strictObject(pageQueryShape),
  response: pageOf(auditEntrySchema),
})
