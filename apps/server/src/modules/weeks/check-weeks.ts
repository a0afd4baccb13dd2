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

/** Outcome of one week's check. */
export interface CheckedWeek<Week> extends ComparedResult {
  /** The recomputed week; figures that are not on chain are taken from the file. */
  readonly computed: Week
  /** The rules of its close, also taken from the file. */
  readonly rules: CheckedRules
}

export interface CheckInput {
  readonly origin: ResultOrigin
  readonly startBlock: bigint
  readonly lastWeek: bigint
  /** Reads the published text of a week. */
  readonly readFile: (week: bigint) => Promise<string>
}

/** Recomputation of a pool's weeks. */
export interface Recomputing<Week extends { readonly week: bigint }> {
  readonly kind: ResultName['kind']
  /** Recomputes all weeks up to the last text's. Throws for an invalid text, or an impossible claim in it. */
  readonly recompute: (facts: ChainFacts, texts: readonly string[]) => Iterable<Week>
  readonly textOf: (week: Week) => AsyncIterable<string>
  /** The rules of a week, and those that this copy of the code has. */
  readonly rulesOf: (week: Week) => { readonly said: object; readonly ours: object }
}

/**
 * Recomputes all weeks of a pool up to `lastWeek`, from the chain and the facts that only the files have, and
 * compares bytes and hashes. Throws when a node or a file cannot be read, or a file has an impossible claim.
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
