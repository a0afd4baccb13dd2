import type { PublicClient } from 'viem'
import {
  type CheckedRules,
  type ComparedResult,
  compareResult,
  compareRules,
  type ResultOrigin,
} from '../results/index.ts'
import { DIVIDEND_CONFIG } from './default-config.ts'
import { formatRules, parseRules } from './dividend-config.rules.ts'
import type { HolderWeek } from './power/holder-week.rules.ts'
import { FINE } from './power/scaled-power.rules.ts'
import { readPublishedWeek } from './published-week.ts'
import { readChainFacts } from './read-chain-facts.ts'
import { recomputeWeeks } from './recompute-weeks.rules.ts'
import { resultText } from './result-file.rules.ts'

/** What became of one week's check. */
export interface CheckedDividends extends ComparedResult {
  /** What was taken from the file, as no chain knows it: events counted late, holders that asked to pledge or unpledge. */
  readonly late: number
  readonly requests: number
  /** What the file says it was closed by; taken from it too. */
  readonly rules: CheckedRules
}

const hasAsked = ({ bought, joining, leaving }: HolderWeek): boolean =>
  leaving > 0n || joining !== bought * FINE

/**
 * Computes every week from the first to the last of `files` again, from the chain alone, and compares bytes and hashes. `readFile`:
 * the published text of a week. Throws when a node or a file cannot be read, or a file claims what cannot be.
 */
export const checkResults = async (
  client: PublicClient,
  input: {
    readonly origin: ResultOrigin
    readonly startBlock: bigint
    readonly lastWeek: bigint
    readonly readFile: (week: bigint) => Promise<string>
  },
): Promise<CheckedDividends[]> => {
  const { origin, startBlock, lastWeek, readFile } = input
  const facts = await readChainFacts(client, { origin, startBlock })
  const texts: string[] = []
  for (let week = facts.firstWeek; week <= lastWeek; week += 1n) texts.push(await readFile(week))
  const files = texts.map(readPublishedWeek)
  const checked: CheckedDividends[] = []
  for (const { head, holders } of recomputeWeeks(facts, files)) {
    const compared = await compareResult(client, origin.contracts.resultRegistry, {
      ...{ kind: 'dividends', week: head.week },
      published: texts[checked.length] ?? '',
      recomputed: resultText(head, holders),
    })
    checked.push({
      ...compared,
      late: head.late.length,
      requests: holders.filter(hasAsked).length,
      rules: compareRules(formatRules(parseRules(head.rules)), formatRules(DIVIDEND_CONFIG)),
    })
  }
  return checked
}
