/**
 * Packages (docs/product.md 8; the requirement's legacy calls): their terms, subscribing, positions, and what
 * is locked.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  drAveragesSchema,
  fundingSchema,
  hashSchema,
  pageOf,
  pageQueryShape,
  pageRequestShape,
  payoutTokenSchema,
  positiveAmountSchema,
  secondOfDaySchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { powerViewShape } from './pod-power.ts'

const packageIdSchema = z.number().int().positive()

/** An income a package offers: each has its own rate and its own budget. */
const packageIncomeSchema = z.strictObject({
  token: payoutTokenSchema,
  /**
   * Income of a day as a share of the principal's value, 18 decimals: fixed in token units when the deposit
   * is final.
   */
  dailyRate: amountSchema,
  /** What `deposit` is given as `packageId`: names the package and this income. */
  chainPackageId: uintSchema,
  /** Ever put in, and not yet committed to a position; base units of `token`. */
  funded: amountSchema,
  left: amountSchema,
  /**
   * The maximum principal, in whole tokens, whose income the budget covers now; null: no price now. 0: full
   * (30001).
   */
  room: amountSchema.nullable(),
  /**
   * Whole-term income is funded for positions that begin now: until their maturity. Null: none fits any more.
   */
  fundedUntil: unixSecondsSchema.nullable(),
  /** Who funded the budget, newest first, the last 10 of at least a whole token. */
  fundings: z.array(fundingSchema),
})
export type PackageIncome = z.infer<typeof packageIncomeSchema>

const termPackageSchema = z.strictObject({
  kind: z.literal('term'),
  packageId: packageIdSchema,
  token: payoutTokenSchema,
  /** Base units; amounts are whole tokens (1016). */
  minimum: amountSchema,
  reinvestMinimum: amountSchema,
  termDays: z.number().int().positive(),
  incomes: z.array(packageIncomeSchema).min(1),
  /** Seconds of the UTC day, the end excluded; the same twice: always open. */
  opensAtSecond: secondOfDaySchema,
  closesAtSecond: secondOfDaySchema,
  open: z.boolean(),
  /** When it opens next; now's own time when it is open. */
  nextOpening: unixSecondsSchema,
})
export type TermPackage = z.infer<typeof termPackageSchema>

/** The POD package is the pledge of POD power: dividends, no fixed income, no term but the week. */
const podPackageSchema = z.strictObject({
  kind: z.literal('pod'),
  packageId: packageIdSchema,
  token: z.literal('POD'),
  /** A pledge counts from here. */
  nextWeekAt: unixSecondsSchema,
})

const packageSchema = z.discriminatedUnion('kind', [termPackageSchema, podPackageSchema]).meta({
  id: 'Package',
})

export const getPackageConfigList = defineCall({
  name: 'getPackageConfigList',
  method: 'GET',
  path: '/pledgeorder/getPackageConfigList',
  access: 'public',
  limit: 'call',
  answer: 'legacy',
  tag: 'packages',
  summary:
    'Packages on offer: term, rates, minimums, opening hours, what is left in the budgets, funded until.',
  response: z.strictObject({
    items: z.array(packageSchema),
    /** Where a package's income is in another token: both averages. Null: no price now. */
    prices: drAveragesSchema.nullable(),
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
  }),
})

/** accruing: before maturity. matured: principal and income are credited, together. */
const positionStateSchema = z.enum(['accruing', 'matured'])

const packagePositionSchema = z
  .strictObject({
    positionId: uintSchema,
    packageId: packageIdSchema,
    token: payoutTokenSchema,
    incomeToken: payoutTokenSchema,
    principal: amountSchema,
    /** Of the whole term, fixed and committed from the budget when it began; base units of `incomeToken`. */
    income: amountSchema,
    /** Of the days that are over, by the product's clock; credited at maturity, with the principal. */
    accrued: amountSchema,
    /**
     * What of the income is in the node account: all of it once matured. Before: 0, but for positions that
     * began when a day's income was credited daily (ADR 0069).
     */
    credited: amountSchema,
    startsAt: unixSecondsSchema,
    termDays: z.number().int().positive(),
    maturesAt: unixSecondsSchema,
    state: positionStateSchema,
    origin: z.enum(['deposit', 'reinvest']),
    /** Of the deposit; null for a reinvestment. */
    txHash: hashSchema.nullable(),
  })
  .meta({ id: 'PackagePosition' })
export type PackagePosition = z.infer<typeof packagePositionSchema>

/**
 * What to deposit, and how it would be booked now. The event decides in the end: it may be returned instead.
 */
const depositIntentSchema = z.strictObject({
  kind: z.literal('deposit'),
  /** Contract to approve and call: `deposit(token, amount, chainPackageId, 1)`. */
  contract: addressSchema,
  token: payoutTokenSchema,
  tokenAddress: addressSchema,
  amount: amountSchema,
  packageId: packageIdSchema,
  chainPackageId: uintSchema,
  orderKind: z.literal(1),
  incomeToken: payoutTokenSchema,
  /** Of the whole term, by today's prices; fixed by the deposit's own block. */
  income: amountSchema,
  termDays: z.number().int().positive(),
  /** Were it final now. */
  maturesAt: unixSecondsSchema,
  /** Null where no price is needed. */
  prices: drAveragesSchema.nullable(),
})

const pledgeSchema = z.strictObject({
  kind: z.literal('pledge'),
  ...powerViewShape,
  /** The Monday from which the change counts. */
  effectiveAt: unixSecondsSchema,
})

export const investPledgeOrder = defineCall({
  name: 'investPledgeOrder',
  method: 'POST',
  path: '/pledgeorder/investPledgeOrder',
  access: 'activated',
  limit: 'quote',
  answer: 'legacy',
  tag: 'packages',
  summary:
    'For a package: what to deposit and how it will be recorded; with `reinvest`, the new position. For POD: pledges, or with `action: unpledge` unpledges.',
  request: z.strictObject({
    packageId: packageIdSchema,
    amount: positiveAmountSchema,
    /** Left out where it is needed: 1044. */
    incomeType: payoutTokenSchema.optional(),
    reinvest: z.boolean().optional(),
    /**
     * Of a reinvestment, made by who asks: asked again with the same one, it is answered with the same
     * position.
     */
    requestId: uuidSchema.optional(),
    /** For the POD package alone; default `pledge`. */
    action: z.enum(['pledge', 'unpledge']).optional(),
  }),
  response: z.discriminatedUnion('kind', [
    depositIntentSchema,
    z.strictObject({ kind: z.literal('position'), position: packagePositionSchema }),
    pledgeSchema,
  ]),
  errors: [
    'PACKAGE_NOT_FOUND',
    'INCOME_TYPE_MISSING',
    'NOT_A_WHOLE_NUMBER',
    'BELOW_PACKAGE_MINIMUM',
    'BELOW_REINVEST_MINIMUM',
    'OUTSIDE_OPENING_HOURS',
    'PACKAGE_FULL',
    'NOTHING_TO_REINVEST',
    'LEDGER_BALANCE_TOO_LOW',
    'WALLET_BALANCE_TOO_LOW',
    'POD_POWER_TOO_LOW',
    'NO_PRICE',
    'FEATURE_OFF',
  ],
})

export const getPackageOrderList = defineCall({
  name: 'getPackageOrderList',
  method: 'GET',
  path: '/usermoney/getPackageOrderList',
  access: 'session',
  limit: 'call',
  answer: 'legacy',
  tag: 'packages',
  summary:
    'My positions, newest first: state, income so far, maturity (when it is credited with the principal); and what could be reinvested.',
  request: z.strictObject({ ...pageQueryShape, state: positionStateSchema.optional() }),
  response: z.strictObject({
    items: z.array(packagePositionSchema),
    nextCursor: z.string().nullable(),
    /** Matured principal and income not reinvested yet and still there, base units. */
    reinvestable: z.strictObject({ USDT: amountSchema, DR: amountSchema }),
  }),
})

const lockSchema = z
  .strictObject({
    why: z.enum(['package', 'pledge-joining', 'pledge-leaving', 'withdrawal', 'transfer']),
    /** Null: POD power is in no account. */
    account: vaultIndexSchema.nullable(),
    token: z.enum(['USDT', 'DR', 'POD']),
    amount: amountSchema,
    until: unixSecondsSchema,
    /** Position id, week or order id, as `why` says. */
    reference: z.string(),
  })
  .meta({ id: 'Lock' })
export type Lock = z.infer<typeof lockSchema>

export const lockList = defineCall({
  name: 'lockList',
  method: 'POST',
  path: '/wait/lock/list',
  access: 'session',
  limit: 'call',
  answer: 'legacy',
  tag: 'packages',
  summary: 'My locked amounts, with the reason and the end, the soonest first.',
  request: z.strictObject(pageRequestShape),
  response: pageOf(lockSchema),
})
