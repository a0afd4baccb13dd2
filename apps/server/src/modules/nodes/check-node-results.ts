import type { PublicClient } from 'viem'
import {
  type CheckedRules,
  type ComparedResult,
  compareResult,
  compareRules,
  type ResultOrigin,
} from '../results/index.ts'
import { NODE_CONFIG } from './default-config.ts'
import { formatNodeRules, parseNodeRules } from './node-config.rules.ts'
import { nodeFileText } from './node-file.rules.ts'
import { readPublishedNodeFile } from './published-node-file.ts'
import { readNodeFacts } from './read-node-facts.ts'
import { recomputeNodeWeeks } from './recompute-nodes.rules.ts'

/** What became of one week's check. */
export interface CheckedNodes extends ComparedResult {
  /** What was taken from the file, as no chain knows it. */
  readonly members: number
  readonly reinvestments: number
  readonly late: number
  /** What the file says it was closed by; taken from it too. */
  readonly rules: CheckedRules
}

async function* pieces(text: Iterable<string>): AsyncGenerator<string> {
  yield* text
}

/**
 * Computes every week of the node pool from the first to `lastWeek` again, from the chain and what only the files know, and
 * compares bytes and hashes. Throws when a node or a file cannot be read, or a file claims what cannot be.
 */
export const checkNodeResults = async (
  client: PublicClient,
  input: {
    readonly origin: ResultOrigin
    readonly startBlock: bigint
    readonly lastWeek: bigint
    readonly readFile: (week: bigint) => Promise<string>
  },
): Promise<CheckedNodes[]> => {
  const { origin, startBlock, lastWeek, readFile } = input
  const facts = await readNodeFacts(client, { origin, startBlock })
  const texts: string[] = []
  for (let week = facts.firstWeek; week <= lastWeek; week += 1n) texts.push(await readFile(week))
  const checked: CheckedNodes[] = []
  for (const file of recomputeNodeWeeks(facts, texts.map(readPublishedNodeFile))) {
    const compared = await compareResult(client, origin.contracts.resultRegistry, {
      ...{ kind: 'nodes', week: file.week },
      published: texts[checked.length] ?? '',
      recomputed: pieces(nodeFileText(file)),
    })
    checked.push({
      ...compared,
      members: file.members.length,
      reinvestments: file.stakes.filter(({ reference }) => !reference.startsWith('chain:')).length,
      late: file.late.length,
      rules: compareRules(formatNodeRules(parseNodeRules(file.rules)), formatNodeRules(NODE_CONFIG)),
    })
  }
  return checked
}
