/** What comes into the dividend pool, by week and provenance. */

import { base } from '@dr/protocol/amounts'
import { weekOf, weekStart } from '@dr/protocol/weeks'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { most } from '../../platform/integers.ts'
import { account, type NewJournal, type PostingOf, postJournal } from '../ledger/index.ts'
import { type EventName, type Payout, type PayoutToken, payoutOf } from '../weeks/index.ts'
import { readPool } from './power/pool.ts'

type Hex = `0x${string}`

/** Where the pool's money comes from. */
export type IncomeKind = 'swap-fees' | 'operator'

/** What came in within a week. Base units. */
export type Income = Readonly<Record<IncomeKind, Payout>>

export interface NewIncome {
  readonly journal: Pick<NewJournal, 'key' | 'reason' | 'source' | 'at'>
  readonly kind: IncomeKind
  readonly token: PayoutToken
  /** Base units; 0 is nothing, and leaves no trace. */
  readonly amount: bigint
  /** Number of the flush, or the memo of the funding. */
  readonly reference: string
  /** Unix seconds: the money is of the week it reached the pool in. */
  readonly blockTimestamp: bigint
  readonly txHash: Hex
  readonly logIndex: number
}

/**
 * Money that reached the deflation vault for the pool: chain → dividend-pool. It is of the week of its event; where that
 * week was closed meanwhile (the event was in suspense), of the one that is open.
 */
export const receiveIncome = async (tx: Tx, firstWeek: bigint, income: NewIncome): Promise<void> => {
  const { journal, kind, token, amount, reference, blockTimestamp, txHash, logIndex } = income
  if (amount === 0n) return
  const posting = {
    from: account({ vault: 1, token, kind: 'chain' }),
    to: account({ vault: 1, token, kind: 'dividend-pool' }),
    amount: base(token, amount),
  } as PostingOf<never>
  const { journalId, replayed } = await postJournal(tx, { ...journal, postings: [posting] })
  if (replayed) return
  const { week: open } = await readPool(tx, firstWeek)
  await tx.query({
    name: 'dividend_income_insert',
    text: `INSERT INTO dividend_income (journal_id, week, token, amount, kind, reference, at, tx_hash, log_index)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[journalId, most(weekOf(blockTimestamp), open), token, amount, kind, reference],
      ...[blockTimestamp, txHash.toLowerCase(), logIndex],
    ],
  })
}

export const readIncome = async (reader: Reader, week: bigint): Promise<Income> => {
  const { rows } = await reader.query<{ kind: IncomeKind; token: PayoutToken; amount: bigint }>({
    name: 'dividend_income_of_week',
    text: 'SELECT kind, token, sum(amount) AS amount FROM dividend_income WHERE week = $1 GROUP BY kind, token',
    values: [week],
  })
  const of = (kind: IncomeKind, token: PayoutToken): bigint =>
    rows.find((row) => row.kind === kind && row.token === token)?.amount ?? 0n
  const payout = (kind: IncomeKind): Payout => payoutOf((token) => of(kind, token))
  return { 'swap-fees': payout('swap-fees'), operator: payout('operator') }
}

/** Money that was counted in `week` though it came in before it: its event was in suspense until its own was closed. */
export const lateIncome = async (reader: Reader, week: bigint): Promise<EventName[]> => {
  const { rows } = await reader.query<{ tx_hash: Hex; log_index: number }>({
    name: 'dividend_income_late',
    text: 'SELECT tx_hash, log_index FROM dividend_income WHERE week = $1 AND at < $2 ORDER BY at, log_index, tx_hash',
    values: [week, weekStart(week)],
  })
  return rows.map((row) => ({ txHash: row.tx_hash, logIndex: Number(row.log_index) }))
}
