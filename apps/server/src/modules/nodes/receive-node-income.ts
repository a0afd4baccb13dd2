import type { Tx } from '../../platform/database/database.ts'
import type { PostedJournal } from '../ledger/index.ts'
import type { NewIncome } from '../weeks/index.ts'
import { lockNodeWeeks } from './node-closing.ts'
import { nodesPool } from './nodes-pool.ts'

/** `posted`: the journal that put it into the `node-pool`, by the caller. */
export type NodeIncome = NewIncome & { readonly posted: PostedJournal }

export const receiveNodeIncome = async (tx: Tx, firstWeek: bigint, income: NodeIncome): Promise<void> => {
  if (income.amount === 0n || income.posted.replayed) return
  // A week that is being closed counts its income once: what comes meanwhile waits, and is the next one's.
  await lockNodeWeeks(tx)
  await nodesPool.recordIncome(tx, { ...income, firstWeek })
}
