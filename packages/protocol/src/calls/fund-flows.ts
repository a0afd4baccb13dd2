/** The user's ledger lines (requirement §7, `users/fund-flows`). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  addressSchema,
  amountSchema,
  hexSchema,
  pageRequestShape,
  timeSchema,
  tokenSchema,
  uintSchema,
  uuidSchema,
  vaultIndexSchema,
} from '../schemas.ts'

/** Number of a week of the product: 0 began on Monday 1970-01-05 at 00:00 UTC. */
const weekSchema = z.number().int().nonnegative()

/** Source of money: every reward row names its funding (docs/product.md 1). */
export const sourceSchema = z
  .discriminatedUnion('kind', [
    /** Mined: the emission's release that paid it. */
    z.strictObject({ kind: z.literal('emission'), releaseId: uintSchema }),
    /** The user's own order. */
    z.strictObject({ kind: z.literal('order'), orderId: uuidSchema }),
    /** A transaction by or to the user. `burnFree`: the part of a withdrawal that left without burn. */
    z.strictObject({ kind: z.literal('chain'), txHash: hexSchema(32), burnFree: amountSchema.optional() }),
    /** A flush of the exchange's fees, with the number of its swaps. */
    z.strictObject({
      kind: z.literal('swap-fees'),
      flushId: uintSchema,
      swaps: z.number().int().nonnegative(),
      txHash: hexSchema(32),
    }),
    /** A public funding with the sender's own text; never the treasury. */
    z.strictObject({
      kind: z.literal('funded'),
      txHash: hexSchema(32),
      source: addressSchema,
      memo: z.string(),
      packageId: uintSchema.nullable(),
    }),
    /** Published results of the dividend pool for these weeks (both included). */
    z.strictObject({ kind: z.literal('week'), from: weekSchema, to: weekSchema }),
    /** Published result of the node pool for this week. */
    z.strictObject({ kind: z.literal('node-week'), week: weekSchema }),
    /**
     * A package's budget, committed to the position at its start; `fundedBy`: the transactions that funded
     * it.
     */
    z.strictObject({
      kind: z.literal('package'),
      packageId: uintSchema,
      positionId: uintSchema,
      fundedBy: z.array(hexSchema(32)).readonly(),
    }),
    /** Transfer to or from another account of the same vault: both wallets. */
    z.strictObject({
      kind: z.literal('transfer'),
      txHash: hexSchema(32),
      from: addressSchema,
      to: addressSchema,
    }),
    /** Correction by an operator. */
    z.strictObject({ kind: z.literal('operator'), reverses: uintSchema.nullable(), note: z.string() }),
    z.strictObject({ kind: z.literal('none') }),
  ])
  .meta({ id: 'Source' })
export type Source = z.infer<typeof sourceSchema>

/** Kind of a ledger line for its user. `other`: a journal without a kind of its own here. */
export const fundFlowKindSchema = z.enum([
  'mining.collect',
  'swap.fee-share',
  'dividends.credit',
  'dividends.growth',
  'node.week',
  'package.deposit',
  'package.credit',
  'package.income',
  'package.mature',
  'package.ended',
  'package.reinvest',
  'withdrawal.hold',
  'withdrawal.paid',
  'withdrawal.burned',
  'withdrawal.returned',
  'claim.booked',
  'claim.sent',
  'claim.received',
  'operator.reversal',
  'other',
])

/**
 * `in` and `out` change the account's total; the others move amounts inside it: `hold` and `release`
 * between available and held, `lock` and `unlock` between available and locked. All `in` less all `out` is
 * the account's total.
 */
const flowDirectionSchema = z.enum(['in', 'out', 'hold', 'release', 'lock', 'unlock'])

export const fundFlowSchema = z.strictObject({
  id: uintSchema,
  journalId: uintSchema,
  at: timeSchema,
  account: vaultIndexSchema,
  token: tokenSchema,
  kind: fundFlowKindSchema,
  direction: flowDirectionSchema,
  amount: amountSchema,
  source: sourceSchema,
  orderId: uuidSchema.nullable(),
  txHash: hexSchema(32).nullable(),
})
export type FundFlow = z.infer<typeof fundFlowSchema>

export const fundFlows = defineCall({
  name: 'fundFlows',
  method: 'POST',
  path: '/api/v1/users/fund-flows',
  access: 'session',
  limit: 'call',
  // An export reads one page after another.
  ownLimits: { perAccount: { max: 120, perSeconds: 60 } },
  tag: 'accounts',
  summary:
    'My ledger lines with their provenance, newest first; balances of my accounts come with the first page.',
  request: z.strictObject({
    ...pageRequestShape,
    account: vaultIndexSchema.optional(),
    token: tokenSchema.optional(),
    kind: fundFlowKindSchema.optional(),
    from: timeSchema.optional(),
    to: timeSchema.optional(),
  }),
  response: z.strictObject({
    items: z.array(fundFlowSchema),
    nextCursor: z.string().nullable(),
    balances: z.array(
      z.strictObject({
        account: vaultIndexSchema,
        token: tokenSchema,
        available: amountSchema,
        held: amountSchema,
      }),
    ),
  }),
})
