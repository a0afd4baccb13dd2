/** The weekly rules as they are kept with each closed week, and published. Pure. */
import type { DividendConfig } from './close-week.rules.ts'

/** In 1/10,000 but for the winners and the floor (ADR 0011). */
export interface SpelledRules {
  readonly dividendBps: string
  readonly prizeBps: string
  readonly weekCapBps: string
  readonly generationFloor: string
  readonly winners: number
  readonly winnerCapBps: string
}

export const spellRules = (config: DividendConfig): SpelledRules => ({
  dividendBps: config.dividendBps.toString(),
  prizeBps: config.prizeBps.toString(),
  weekCapBps: config.weekCapBps.toString(),
  generationFloor: config.generationFloor.toString(),
  winners: config.winners,
  winnerCapBps: config.winnerCapBps.toString(),
})

export const readRules = (rules: SpelledRules): DividendConfig => ({
  dividendBps: BigInt(rules.dividendBps),
  prizeBps: BigInt(rules.prizeBps),
  weekCapBps: BigInt(rules.weekCapBps),
  generationFloor: BigInt(rules.generationFloor),
  winners: rules.winners,
  winnerCapBps: BigInt(rules.winnerCapBps),
})
