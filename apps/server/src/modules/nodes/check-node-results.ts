import type { PublicClient } from 'viem'
import { type CheckedWeek, type CheckInput, checkWeeks } from '../weeks/index.ts'
import { NODE_CONFIG } from './default-config.ts'
import { formatNodeRules, parseNodeRules } from './node-config.rules.ts'
import { type NodeFile, nodeFileText, readPublishedNodeFile } from './node-file.rules.ts'
import { recomputeNodeWeeks } from './recompute-nodes.rules.ts'

/** Outcome of one week's check. */
export interface CheckedNodes extends CheckedWeek<NodeFile> {
  /** Numbers of items taken from the file because they are not on chain. */
  readonly members: number
  readonly reinvestments: number
  readonly late: number
}

/** Recomputes the node pool of every week up to `lastWeek`, and compares it with the published ones. */
export const checkNodeResults = async (client: PublicClient, input: CheckInput): Promise<CheckedNodes[]> => {
  const checked = await checkWeeks(client, input, {
    kind: 'nodes',
    recompute: (facts, texts) => recomputeNodeWeeks(facts, texts.map(readPublishedNodeFile)),
    textOf: nodeFileText,
    rulesOf: ({ rules }) => ({
      said: formatNodeRules(parseNodeRules(rules)),
      ours: formatNodeRules(NODE_CONFIG),
    }),
  })
  return checked.map((one) => ({
    ...one,
    members: one.computed.members.length,
    reinvestments: one.computed.stakes.filter(({ reference }) => !reference.startsWith('chain:')).length,
    late: one.computed.late.length,
  }))
}
