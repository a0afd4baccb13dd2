import type { Tx } from '../../../platform/database/database.ts'
import { type NewJournal, postJournal } from '../../ledger/index.ts'
import { incomePostings, type NewIncome } from '../../weeks/index.ts'
import { dividendsPool } from '../dividends-pool.ts'

export type ReceivedIncome = NewIncome & { readonly journal: Omit<NewJournal, 'postings'> }

/**
 * Posts and records money that reached the deflation vault for the pool: chain → dividend-pool. An amount of
 * 0 leaves no row.
 */
export const receiveIncome = async (tx: Tx, firstWeek: bigint, income: ReceivedIncome): Promise<void> => {
  if (income.amount === 0n) return
  const posted = await postJournal(tx, { ...income.journal, postings: incomePostings(dividendsPool, income) })
  await dividendsPool.recordIncome(tx, { ...income, firstWeek, posted })
}
