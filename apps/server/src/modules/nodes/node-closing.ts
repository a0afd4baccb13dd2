import { weekEnd } from '@dr/protocol/rules/weeks'
import { readChainClock } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { addPayouts, countDue, payoutPostings, type WeekClosing } from '../weeks/index.ts'
import { type Board, readBoard } from './board.ts'
import { formatNodeRules, type PublishedNodeRules } from './node-config.rules.ts'
import { insertShares, type NodeShare } from './node-shares.ts'
import { type NodeConfig, shareNodePool } from './node-week.rules.ts'
import { type NodeFigures, nodesPool } from './nodes-pool.ts'
import { closeStakes, openStakes } from './stakes.ts'

export interface NodeCloseDeps {
  /** The week of the emission's start. */
  readonly firstWeek: bigint
  readonly config: NodeConfig
  /** Whether every claim on chain of before a time is booked: it may have ended stakes. */
  readonly areClaimsBooked: (reader: Reader, time: bigint) => Promise<boolean>
}

export type NodeClosing = WeekClosing<NodeFigures, PublishedNodeRules>

/** Prevents other transactions from closing a week, or adding to the open one, until this one ends. */
export const lockNodeWeeks = async (tx: Tx): Promise<void> => {
  await tx.query({
    name: 'node_lock_weeks',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('node-weeks', 0))`,
  })
}

const sharesOf = (nodes: ReturnType<typeof shareNodePool>['nodes'], { candidates }: Board): NodeShare[] =>
  nodes.map((node) => {
    const userId = candidates.get(node.account)?.userId
    if (userId === undefined) throw new FatalError(`${node.account} is a node and no user`)
    return { ...node, userId }
  })

/**
 * The close of a week of the node pool. Reads and writes only the stakes of the week and the nodes, never all
 * users.
 */
export const nodeClosing = ({ firstWeek, config, areClaimsBooked }: NodeCloseDeps): NodeClosing => ({
  pool: nodesPool,
  source: 'node-week',
  firstWeek,
  lock: lockNodeWeeks,
  isComplete: areClaimsBooked,
  close: async (tx, { week, income, carriedIn }) => {
    await openStakes(tx, week)
    const board = await readBoard(tx, { config, week, until: weekEnd(week) - 1n })
    await closeStakes(tx, week)
    const { nodes, paid, carried, weight } = shareNodePool(addPayouts(carriedIn, income), board.nodes)
    const shares = sharesOf(nodes, board)
    const { vault, account } = nodesPool
    const postings = shares.flatMap(({ userId, amount }) =>
      payoutPostings({ vault, from: { kind: account }, to: { kind: 'user-available', userId }, amount }),
    )
    return {
      carried,
      rules: formatNodeRules(config),
      own: { paid, weight, nodes: nodes.length },
      journals: [{ key: `week:${week}:node`, reason: 'node.week', postings }],
      insertParts: () => insertShares(tx, week, shares),
    }
  },
})

/**
 * Updates the figures of the open week's beginning to the current data, so that the ranking shows them.
 * Closes nothing.
 */
export const bringUpStakes = async (tx: Tx, firstWeek: bigint): Promise<void> => {
  const pool = { pool: nodesPool, firstWeek }
  const clock = await readChainClock(tx)
  if (!clock || (await countDue(tx, pool, clock.timestamp)) > 0) return
  await lockNodeWeeks(tx)
  await openStakes(tx, await nodesPool.openWeek(tx, firstWeek))
}
