import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type NewJournal, postAllJournals } from '../../ledger/index.ts'
import { payoutPostings } from '../../weeks/index.ts'
import { readPool } from '../power/pool.ts'
import { type Holder, lockHolder, lockHoldersBehind } from '../power/positions.ts'
import { type Settled, settleHolders } from '../power/settle-holders.ts'

const creditOf = ({ holder, amount, from, to }: Settled, at: Date): NewJournal | undefined => {
  const { userId } = holder
  const postings = payoutPostings({
    vault: 1,
    from: { kind: 'dividends-payable' },
    to: { kind: 'user-available', userId },
    amount,
  })
  if (postings.length === 0) return undefined
  return {
    key: `week:${to}:dividend:${userId}`,
    reason: 'dividends.credit',
    at,
    source: { kind: 'week', from: Number(from), to: Number(to) },
    postings,
  }
}

const credit = async (tx: Tx, firstWeek: bigint, holders: readonly Holder[]): Promise<void> => {
  if (holders.length === 0) return
  const pool = await readPool(tx, firstWeek)
  const settled = await settleHolders(tx, { pool, holders })
  if (settled.length === 0) return
  const { at } = await chainNow(tx)
  const journals = settled.map((one) => creditOf(one, at)).filter((journal) => journal !== undefined)
  if (journals.length > 0) await postAllJournals(tx, journals)
}

/**
 * Settles one holder to the last closed week, and credits the result. Does nothing for a user without POD
 * power.
 */
export const creditHolder = async (tx: Tx, firstWeek: bigint, userId: UserId): Promise<void> => {
  const holder = await lockHolder(tx, userId)
  if (holder) await credit(tx, firstWeek, [holder])
}

/** Settles and credits at most `limit` holders; returns their number. */
export const creditSome = async (tx: Tx, firstWeek: bigint, limit: number): Promise<number> => {
  const { week } = await readPool(tx, firstWeek)
  const holders = await lockHoldersBehind(tx, { week, limit })
  await credit(tx, firstWeek, holders)
  return holders.length
}
