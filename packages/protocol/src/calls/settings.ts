/**
 * Settings of the contracts, their changes, and the time-lock's announcements (docs/product.md 12,
 * parameters and their history).
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { stoppableSchema } from '../parameters.ts'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  bytesSchema,
  hashSchema,
  pageOf,
  pageQueryShape,
  unixSecondsSchema,
} from '../schemas.ts'

const settingContractSchema = z.enum([
  'DigitalRights',
  'withdrawalVault0',
  'withdrawalVault1',
  'withdrawalVault2',
  'Exchange',
  'ResultRegistry',
  'RootRegistry',
  'DigitDraw',
  'timelock',
])
export type SettingContract = z.infer<typeof settingContractSchema>

const settingSchema = z.enum([
  'usdr-share',
  'fee-rate',
  'exchange-cap',
  'burn-rate',
  'vault-caps',
  'signer',
  'standby-signer',
  'pauser',
  'attester',
  'witness',
  'drawer',
  'paused',
  'unpaused',
  'minimum-delay',
])
export type Setting = z.infer<typeof settingSchema>

/** A setting from the contract's event; the first of each is from its deployment. */
const settingChangeSchema = z.strictObject({
  contract: settingContractSchema,
  address: addressSchema,
  setting: settingSchema,
  /** The event's arguments by name: numbers in decimal, addresses in lower case. */
  values: z.record(z.string(), z.string()),
  at: unixSecondsSchema,
  blockNumber: blockNumberSchema,
  txHash: hashSchema,
})
export type SettingChange = z.infer<typeof settingChangeSchema>

/** A call that waits or waited in the time-lock. For 14 days from `executableAt` on anyone may execute it. */
const announcedCallSchema = z.strictObject({
  operationId: hashSchema,
  /** Null: the target is none of these contracts. */
  contract: settingContractSchema.nullable(),
  target: addressSchema,
  /** Null: the contract has no such function. */
  functionName: z.string().nullable(),
  /** In the contract's order, as text. */
  arguments: z.array(z.string()),
  data: bytesSchema.or(z.literal('0x')),
  announcedAt: unixSecondsSchema,
  executableAt: unixSecondsSchema,
  state: z.enum(['waiting', 'ready', 'done', 'cancelled', 'expired']),
  /** Transaction of the announcement. */
  txHash: hashSchema,
})
export type AnnouncedCall = z.infer<typeof announcedCallSchema>

/** A limit or a package's budget changed by two operators: one proposed, the other approved. */
const decidedChangeSchema = z.strictObject({
  /**
   * A limit's name (parameters.ts), or `budget:<package>:<token>`: the amount withheld from new positions.
   */
  subject: z.string(),
  /** Base units; USD with 18 decimals. */
  before: amountSchema,
  value: amountSchema,
  reason: z.string(),
  proposedBy: addressSchema,
  approvedBy: addressSchema,
  at: unixSecondsSchema,
})
export type DecidedChange = z.infer<typeof decidedChangeSchema>

/** A current stop by an operator, with its reason. */
const stopSchema = z.strictObject({
  what: stoppableSchema,
  reason: z.string(),
  since: unixSecondsSchema,
})
export type Stop = z.infer<typeof stopSchema>

export const settingChanges = defineCall({
  name: 'settingChanges',
  method: 'GET',
  path: '/api/v1/public/setting-changes',
  access: 'public',
  limit: 'call',
  tag: 'public',
  summary:
    'Every change of a contract’s setting, newest first, and with the first page what the timelock announced, what operators decided (at most 50 each), and what they stopped.',
  request: z.strictObject(pageQueryShape),
  response: z.strictObject({
    ...pageOf(settingChangeSchema).shape,
    announced: z.array(announcedCallSchema),
    /** Newest first, at most 50. */
    decided: z.array(decidedChangeSchema),
    stops: z.array(stopSchema),
  }),
})
