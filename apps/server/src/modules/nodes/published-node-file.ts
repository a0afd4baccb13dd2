/** What is read of a published result to compute it again: nothing that follows from the chain's events. */
import * as z from 'zod'
import { publishedHex as hex, publishedContracts, publishedWhole as whole } from '../results/index.ts'
import { publishedNodeRules } from './node-config.rules.ts'

const publishedSchema = z.object({
  kind: z.literal('nodes'),
  version: z.literal(1),
  week: whole,
  chainId: z.number().int(),
  contracts: publishedContracts,
  rules: publishedNodeRules,
  flushes: z.array(z.object({ txHash: hex(32), logIndex: z.number().int(), amount: whole })),
  late: z.array(z.object({ txHash: hex(32), logIndex: z.number().int() })),
  members: z.array(z.object({ account: hex(20), inviter: hex(20) })),
  stakes: z.array(
    z.object({
      account: hex(20),
      token: z.enum(['USDT', 'DR']),
      principal: whole,
      startsAt: whole,
      maturesAt: whole,
      reference: z.string(),
    }),
  ),
})

export type PublishedNodeFile = z.output<typeof publishedSchema>

/** @throws ZodError for what is no published result of nodes. */
export const readPublishedNodeFile = (text: string): PublishedNodeFile =>
  publishedSchema.parse(JSON.parse(text))
