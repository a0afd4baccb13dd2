import type { PublicClient } from 'viem'
import {
  type CheckedRules,
  type ComparedResult,
  compareResult,
  compareRules,
  type ResultName,
  type ResultOrigin,
} from '../results/index.ts'
import type { ChainFacts } from './chain-facts.ts'
import { readChainFacts } from './read-chain-facts.ts'

/** What became of one week's check. */
export interface CheckedWeek<Week> extends ComparedResult {
  /** The recomputed week; figures that are not on chain are taken from the file. */
  readonly computed: Week
  /** What the file says it was closed by; taken from it too. */
  readonly rules: CheckedRules
}

export interface CheckInput {
  readonly origin: ResultOrigin
  readonly startBlock: bigint
  readonly lastWeek: bigint
  /** The published text of a week. */
  readonly readFile: (week: bigint) => Promise<string>
}

/** How the weeks of a pool are computed again. */
export interface Recomputing<Week extends { readonly week: bigint }> {
  readonly kind: ResultName['kind']
  /**
   * Of every week from the first one to the last text's. Throws where a text is none, or claims what cannot
   * be.
   */
  readonly recompute: (facts: ChainFacts, texts: readonly string[]) => Iterable<Week>
  readonly textOf: (week: Week) => AsyncIterable<string>
  /** The rules of a week, and those that this copy of the code has. */
  readonly rulesOf: (week: Week) => { readonly said: object; readonly ours: object }
}

/**
 * Computes every week of a pool from the first to `lastWeek` again, from the chain and what only the files
 * know, and compares bytes and hashes. Throws when a node or a file cannot be read, or a file claims what
 * cannot be.
 */
export const checkWeeks = async <Week extends { readonly week: bigint }>(
  client: PublicClient,
  { origin, startBlock, lastWeek, readFile }: CheckInput,
  { kind, recompute, textOf, rulesOf }: Recomputing<Week>,
): Promise<CheckedWeek<Week>[]> => {
  const facts = await readChainFacts(client, { origin, startBlock })
  const texts: string[] = []
  for (let week = facts.firstWeek; week <= lastWeek; week += 1n) texts.push(await readFile(week))
  const checked: CheckedWeek<Week>[] = []
  for (const computed of recompute(facts, texts)) {
    const compared = await compareResult(client, origin.contracts.resultRegistry, {
      kind,
      week: computed.week,
      published: texts[checked.length] ?? '',
      recomputed: textOf(computed),
    })
    const { said, ours } = rulesOf(computed)
    checked.push({ ...compared, computed, rules: compareRules(said, ours) })
  }
  return checked
}
