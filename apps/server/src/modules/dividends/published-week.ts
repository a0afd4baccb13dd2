/** What is read of a published result to compute it again: nothing that follows from the chain's events. */
import * as z from 'zod'
import { publishedHex as hex, publishedContracts, publishedWhole as whole } from '../results/index.ts'
import { publishedRules } from './dividend-config.rules.ts'

const publishedSchema = z.object({
  kind: z.literal('dividends'),
  version: z.literal(1),
  week: whole,
  chainId: z.number().int(),
  contracts: publishedContracts,
  rules: publishedRules,
  late: z.array(z.object({ txHash: hex(32), logIndex: z.number().int() })),
  holders: z.array(z.object({ account: hex(20), bought: whole, joining: whole, leaving: whole })),
})

export type PublishedWeek = z.output<typeof publishedSchema>

/** @throws ZodError for what is no published result. */
export const readPublishedWeek = (text: string): PublishedWeek => publishedSchema.parse(JSON.parse(text))
