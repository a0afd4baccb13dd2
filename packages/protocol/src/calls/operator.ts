/**
 * Calls of operators (docs/product.md 10), for wallets of the configured list; the audit log has every
 * change. Limits, proposals, switches, books and log; offers to users: `operator-offers.ts`; notices:
 * `operator-notices.ts`.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PROPOSAL_HOURS, TEXTAREA_MAX_LENGTH } from '../constants.ts'
import { parameterNameSchema, stoppableSchema } from '../parameters.ts'
import {
  accountBlockSchema,
  addressSchema,
  amountSchema,
  blockNumberSchema,
  pageOf,
  pageQueryShape,
  payoutTokenSchema,
  plainTextSchema,
  timeSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { shortfallSchema } from './public.ts'

const access = 'operator'
const tag = 'operator'
export const packageIdSchema = z.number().int().positive().max(2_147_483_647)
/** Reason of an operator's change. */
export const reasonSchema = plainTextSchema(TEXTAREA_MAX_LENGTH)

export const proposalSchema = z
  .strictObject({
    proposalId: uintSchema,
    /**
     * A limit's name; `budget:<package>:<token>`: amount withheld from new positions; `package:<id>` or
     * `product:<id>`: its terms; `stop:<what>`: that it is resumed; `block:<address>`: an account.
     */
    subject: z.string(),
    /** Values of a limit or a budget; of a stop since when, and 0; of an account 1: blocked, 0: not. */
    before: amountSchema.nullable(),
    value: amountSchema.nullable(),
    /** Terms of a package or a product by technical name; `before` null: a new one. */
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
    /** Operator who approved or rejected it; null while open, and after expiry. */
    decidedBy: addressSchema.nullable(),
    decidedAt: unixSecondsSchema.nullable(),
  })
  .meta({ id: 'Proposal' })
export type Proposal = z.infer<typeof proposalSchema>

export const operatorLimits = defineCall({
  name: 'operatorLimits',
  method: 'GET',
  path: '/api/v1/operator/limits',
  access,
  tag,
  limit: 'call',
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
  name: 'operatorProposals',
  method: 'GET',
  path: '/api/v1/operator/proposals',
  access,
  tag,
  limit: 'call',
  summary: 'Proposed changes that need a second operator, newest first.',
  request: z.strictObject(pageQueryShape),
  response: pageOf(proposalSchema),
})

export const operatorPropose = defineCall({
  name: 'operatorPropose',
  method: 'POST',
  path: '/api/v1/operator/proposals',
  access,
  tag,
  limit: 'quote',
  summary: `Proposes a change of a limit or of what is withheld of a budget, that something stopped is resumed, or that an account is blocked or no longer blocked. Another operator approves it within ${PROPOSAL_HOURS} hours.`,
  request: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('limit'),
      name: parameterNameSchema,
      value: amountSchema,
      reason: reasonSchema,
    }),
    z.strictObject({
      kind: z.literal('budget'),
      packageId: packageIdSchema,
      token: payoutTokenSchema,
      withheld: amountSchema,
      reason: reasonSchema,
    }),
    z.strictObject({ kind: z.literal('resume'), what: stoppableSchema, reason: reasonSchema }),
    z.strictObject({
      kind: z.literal('block'),
      address: addressSchema,
      /** False: the block ends. */
      blocked: z.boolean(),
      /** Shown to the account's owner. */
      reason: reasonSchema,
    }),
  ]),
  response: proposalSchema,
})

export const operatorDecide = defineCall({
  name: 'operatorDecide',
  method: 'POST',
  path: '/api/v1/operator/proposals/decide',
  access,
  tag,
  limit: 'quote',
  summary:
    'Approves another operator’s proposal, which then takes effect, or rejects any proposal, also the caller’s own. 10004 with the reason where this is not allowed.',
  request: z.strictObject({ proposalId: uintSchema, decision: z.enum(['approve', 'reject']) }),
  response: proposalSchema,
})

const operatorStopSchema = z.strictObject({
  what: stoppableSchema,
  stopped: z.boolean(),
  /** Null while it is not stopped. */
  reason: z.string().nullable(),
  since: unixSecondsSchema.nullable(),
  by: addressSchema.nullable(),
})

export const operatorStops = defineCall({
  name: 'operatorStops',
  method: 'GET',
  path: '/api/v1/operator/stops',
  access,
  tag,
  limit: 'call',
  summary: 'Everything that can be stopped, and whether it is.',
  response: z.strictObject({ items: z.array(operatorStopSchema) }),
})

export const operatorStop = defineCall({
  name: 'operatorStop',
  method: 'POST',
  path: '/api/v1/operator/stops',
  access,
  tag,
  limit: 'call',
  summary:
    'Stops a function. Shown to all users with its reason. Resuming it is proposed, and takes a second operator.',
  request: z.strictObject({ what: stoppableSchema, stopped: z.literal(true), reason: reasonSchema }),
  response: operatorStopSchema,
})

export const operatorReconciliation = defineCall({
  name: 'operatorReconciliation',
  method: 'GET',
  path: '/api/v1/operator/reconciliation',
  access,
  tag,
  limit: 'call',
  summary:
    'Each vault and token at the ledger’s own block: on chain, booked, owed; and what needs an operator’s attention.',
  response: z.strictObject({
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
    vaults: z.array(
      z.strictObject({
        vault: vaultIndexSchema,
        token: payoutTokenSchema,
        /** Balance on chain. */
        reserve: amountSchema,
        /** Balance of the ledger's asset account; must equal `reserve`. */
        booked: amountSchema,
        owed: amountSchema,
        pools: amountSchema,
        /** Owed and pools above the reserve: anything but 0 stops the vault. */
        shortfall: amountSchema,
      }),
    ),
    shortfalls: z.array(shortfallSchema),
    /** Events that could not be posted and wait in suspense. */
    suspenseEvents: z.number().int().nonnegative(),
    /** Gaps in the chain's event numbers: missing events. */
    chainGaps: z.number().int().nonnegative(),
  }),
  errors: ['NO_PRICE'],
})

export const operatorAccount = defineCall({
  name: 'operatorAccount',
  method: 'GET',
  path: '/api/v1/operator/account',
  access,
  tag,
  limit: 'call',
  summary:
    'What a user has by account and token, zeros included, and how much of it would leave without burn if it were withdrawn now.',
  request: z.strictObject({ address: addressSchema }),
  response: z.strictObject({
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
    /** Null: no user has this address. */
    balances: z
      .array(
        z.strictObject({
          account: vaultIndexSchema,
          token: payoutTokenSchema,
          available: amountSchema,
          held: amountSchema,
          /** Principal in packages. */
          locked: amountSchema,
          /**
           * Part of available, held and locked together that a withdrawal would pay without burn: deposits
           * not yet returned. The rest burns.
           */
          burnFree: amountSchema,
        }),
      )
      .nullable(),
    /** Absent: not blocked. */
    blocked: accountBlockSchema.optional(),
  }),
  errors: ['NO_PRICE'],
})

/** Values before or after a change, by technical name. */
const auditValuesSchema = z.record(z.string(), z.string()).nullable()

const auditEntrySchema = z
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
  name: 'operatorAudit',
  method: 'GET',
  path: '/api/v1/operator/audit',
  access,
  tag,
  limit: 'call',
  summary:
    'The audit log: who changed what, when, from what to what, by which request. Append-only; newest first.',
  request: z.strictObject(pageQueryShape),
  response: pageOf(auditEntrySchema),
})
