/**
 * Packages (docs/product.md 8; the requirement's legacy calls): terms, subscriptions, positions, and locks.
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

/** An income offered by a package, with its own rate and budget. */
const packageIncomeSchema = z.strictObject({
  token: payoutTokenSchema,
  /**
   * Daily income as a share of the principal's value, 18 decimals: converted into token units when the
   * deposit is final.
   */
  dailyRate: amountSchema,
  /** `packageId` argument of `deposit`: identifies the package and this income. */
  chainPackageId: uintSchema,
  /** Total funding, and the part not committed to positions; base units of `token`. */
  funded: amountSchema,
  left: amountSchema,
  /**
   * Maximum principal, in whole tokens, whose income the budget covers now; null: no price now. 0: full
   * (30001).
   */
  room: amountSchema.nullable(),
  /** Maturity of a position that begins now, if its whole income is funded. Null: the budget covers none. */
  fundedUntil: unixSecondsSchema.nullable(),
  /** Fundings of the budget, newest first: the last 10 of at least one whole token. */
  fundings: z.array(fundingSchema),
})
export type PackageIncome = z.infer<typeof packageIncomeSchema>

const termPackageSchema = z.strictObject({
  kind: z.literal('term'),
  packageId: packageIdSchema,
  token: payoutTokenSchema,
  /** Base units; amounts must be whole tokens (1016). */
  minimum: amountSchema,
  reinvestMinimum: amountSchema,
  termDays: z.number().int().positive(),
  incomes: z.array(packageIncomeSchema).min(1),
  /** Seconds of the UTC day, the end excluded; equal: always open. */
  opensAtSecond: secondOfDaySchema,
  closesAtSecond: secondOfDaySchema,
  open: z.boolean(),
  /** Next opening; the present time while open. */
  nextOpening: unixSecondsSchema,
})
export type TermPackage = z.infer<typeof termPackageSchema>

/** POD package: pledges of POD power, with dividends, without a fixed income, and with weekly terms. */
const podPackageSchema = z.strictObject({
  kind: z.literal('pod'),
  packageId: packageIdSchema,
  token: z.literal('POD'),
  /** Start of the next week, from which a pledge counts. */
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
    /** Both averages, for incomes in another token. Null: no price now. */
    prices: drAveragesSchema.nullable(),
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
  }),
})

/**
 * accruing: before maturity. matured: principal and income are credited together. ended: before its maturity,
 * by a claim of its owner on chain, without income.
 */
const positionStateSchema = z.enum(['accruing', 'matured', 'ended'])

const packagePositionSchema = z
  .strictObject({
    positionId: uintSchema,
    packageId: packageIdSchema,
    token: payoutTokenSchema,
    incomeToken: payoutTokenSchema,
    principal: amountSchema,
    /**
     * Income of the whole term, fixed and committed from the budget at its start; base units of
     * `incomeToken`.
     */
    income: amountSchema,
    /** Income of the past days, by the product's clock; credited at maturity, with the principal. */
    accrued: amountSchema,
    /**
     * Income credited to the node account: all of it after maturity. Before it 0, except for positions from
     * the time of daily credits (ADR 0069).
     */
    credited: amountSchema,
    startsAt: unixSecondsSchema,
    termDays: z.number().int().positive(),
    maturesAt: unixSecondsSchema,
    state: positionStateSchema,
    /** Time of the claim that ended it early; null: none did. */
    endedAt: unixSecondsSchema.nullable(),
    origin: z.enum(['deposit', 'reinvest']),
    /** Transaction of the deposit; null for a reinvestment. */
    txHash: hashSchema.nullable(),
  })
  .meta({ id: 'PackagePosition' })
export type PackagePosition = z.infer<typeof packagePositionSchema>

/** Deposit to make, with its present terms. The final event decides: it may be returned instead. */
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
  /** Income of the whole term, by today's prices; fixed by the deposit's own block. */
  income: amountSchema,
  termDays: z.number().int().positive(),
  /** Maturity if it were final now. */
  maturesAt: unixSecondsSchema,
  /** Null if no price is needed. */
  prices: drAveragesSchema.nullable(),
})

const pledgeSchema = z.strictObject({
  kind: z.literal('pledge'),
  ...powerViewShape,
  /** Monday from which the change counts. */
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
    /** Missing although needed: 1044. */
    incomeType: payoutTokenSchema.optional(),
    reinvest: z.boolean().optional(),
    /**
     * Id of a reinvestment, generated by the client: a repeated request is answered with the same position.
     */
    requestId: uuidSchema.optional(),
    /** For the POD package only; default `pledge`. */
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
    /** Matured principal and income that are still available for reinvestment, base units. */
    reinvestable: z.strictObject({ USDT: amountSchema, DR: amountSchema }),
  }),
})

const lockSchema = z
  .strictObject({
    why: z.enum(['package', 'pledge-joining', 'pledge-leaving', 'withdrawal']),
    /** Null for POD power, which is in no account. */
    account: vaultIndexSchema.nullable(),
    token: z.enum(['USDT', 'DR', 'POD']),
    amount: amountSchema,
    until: unixSecondsSchema,
    /** Position id, week or order id, depending on `why`. */
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
