/** The weekly rules as stored with each closed week, and published. Pure. */
import * as z from 'zod'
import type { NodeConfig } from './node-week.rules.ts'

/** Value for weeks that version 1.0.6 closed, whose files lack the field. */
const INVITER_BPS_1_0_6 = 2_000n

/** USD with 18 decimals, and 1/10,000. Parsing puts the fields in their published order. */
export const publishedNodeRules = z.strictObject({
  ownMinimum: z.string(),
  directMinimum: z.string(),
  inviterBps: z.string().optional(),
})

export type PublishedNodeRules = z.output<typeof publishedNodeRules>

export const formatNodeRules = (config: NodeConfig): PublishedNodeRules => ({
  ownMinimum: config.ownMinimum.toString(),
  directMinimum: config.directMinimum.toString(),
  inviterBps: config.inviterBps.toString(),
})

export const parseNodeRules = (rules: PublishedNodeRules): NodeConfig => ({
  ownMinimum: BigInt(rules.ownMinimum),
  directMinimum: BigInt(rules.directMinimum),
  inviterBps: BigInt(rules.inviterBps ?? INVITER_BPS_1_0_6),
})
