/** The weekly rules as stored with each closed week, and published. Pure. */
import * as z from 'zod'
import type { DividendConfig } from './week/close-week.rules.ts'

/** Value for weeks that version 1.0.6 closed, whose files lack the field. */
const POWER_BPS_1_0_6 = 20_000n

/**
 * In 1/10,000 except for the winners and the floor (ADR 0011). Parsing puts the fields in their published
 * order.
 */
export const publishedRules = z.strictObject({
  dividendBps: z.string(),
  prizeBps: z.string(),
  weekCapBps: z.string(),
  generationFloor: z.string(),
  winners: z.number().int(),
  winnerCapBps: z.string(),
  powerBps: z.string().optional(),
})

export type PublishedRules = z.output<typeof publishedRules>

export const formatRules = (config: DividendConfig): PublishedRules => ({
  dividendBps: config.dividendBps.toString(),
  prizeBps: config.prizeBps.toString(),
  weekCapBps: config.weekCapBps.toString(),
  generationFloor: config.generationFloor.toString(),
  winners: config.winners,
  winnerCapBps: config.winnerCapBps.toString(),
  powerBps: config.powerBps.toString(),
})

export const parseRules = (rules: PublishedRules): DividendConfig => ({
  dividendBps: BigInt(rules.dividendBps),
  prizeBps: BigInt(rules.prizeBps),
  weekCapBps: BigInt(rules.weekCapBps),
  generationFloor: BigInt(rules.generationFloor),
  winners: rules.winners,
  winnerCapBps: BigInt(rules.winnerCapBps),
  powerBps: BigInt(rules.powerBps ?? POWER_BPS_1_0_6),
})
