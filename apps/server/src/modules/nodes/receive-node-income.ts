import type { Tx } from '../../platform/database/database.ts'
import type { PostedJournal } from '../ledger/index.ts'
import type { NewIncome } from '../weeks/index.ts'
import { lockNodeWeeks } from './node-closing.ts'
import { nodesPool } from './nodes-pool.ts'

/** `posted`: the caller's journal that put it into the `node-pool`. */
export type NodeIncome = NewIncome & { readonly posted: PostedJournal }

export const receiveNodeIncome = async (tx: Tx, firstWeek: bigint, income: NodeIncome): Promise<void> => {
  if (income.amount === 0n || income.posted.replayed) return
  // Waits for a running close, so that the income counts once, in the next week.
  await lockNodeWeeks(tx)
  await nodesPool.recordIncome(tx, { ...income, firstWeek })
}
