/** What comes into the node pool, by week and provenance. The journals are posted by whoever brings the money. */

import { weekOf, weekStart } from '@dr/protocol/weeks'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { most } from '../../platform/integers.ts'
import type { PostedJournal } from '../ledger/index.ts'
import { type EventName, type Payout, type PayoutToken, payoutOf } from '../weeks/index.ts'
import type { NodeIncomeKind, NodePoolIncome } from './node-week.rules.ts'
import { lockNodeWeeks, openWeek } from './weeks.ts'

type Hex = `0x${string}`

export interface NewNodeIncome {
  /** The journal that put it into the `node-pool`. */
  readonly posted: PostedJournal
  readonly kind: NodeIncomeKind
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

export type ReceiveNodeIncome = (tx: Tx, income: NewNodeIncome) => Promise<void>

/** It is of the week of its event; where that was closed meanwhile (the event was in suspense), of the one that is open. */
export const receiveNodeIncome = async (tx: Tx, firstWeek: bigint, income: NewNodeIncome): Promise<void> => {
  const { posted, kind, token, amount, reference, blockTimestamp, txHash, logIndex } = income
  if (amount === 0n || posted.replayed) return
  // A week that is being closed counts its income once: what comes meanwhile waits, and is the next one's.
  await lockNodeWeeks(tx)
  const week = most(weekOf(blockTimestamp), await openWeek(tx, firstWeek))
  await tx.query({
    name: 'node_income_insert',
    text: `INSERT INTO node_income (journal_id, week, token, amount, kind, reference, at, tx_hash, log_index)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[posted.journalId, week, token, amount, kind, reference, blockTimestamp],
      ...[txHash.toLowerCase(), logIndex],
    ],
  })
}

export const readNodeIncome = async (reader: Reader, week: bigint): Promise<NodePoolIncome> => {
  const { rows } = await reader.query<{ kind: NodeIncomeKind; token: PayoutToken; amount: bigint }>({
    name: 'node_income_of_week',
    text: 'SELECT kind, token, sum(amount) AS amount FROM node_income WHERE week = $1 GROUP BY kind, token',
    values: [week],
  })
  const of = (kind: NodeIncomeKind, token: PayoutToken): bigint =>
    rows.find((row) => row.kind === kind && row.token === token)?.amount ?? 0n
  const payout = (kind: NodeIncomeKind): Payout => payoutOf((token) => of(kind, token))
  return { 'swap-fees': payout('swap-fees'), operator: payout('operator') }
}

/** An event that brought money, and how much of it was for the pool. */
export interface NodeIncomeEvent extends EventName {
  readonly amount: bigint
}

interface IncomeRow {
  kind: NodeIncomeKind
  at: bigint
  tx_hash: Hex
  log_index: number
  amount: bigint
}

/** The week's flushes with the pool's part of each, and events that were counted in it though they happened before it. */
export const readIncomeEvents = async (
  reader: Reader,
  week: bigint,
): Promise<{ readonly flushes: readonly NodeIncomeEvent[]; readonly late: readonly EventName[] }> => {
  const { rows } = await reader.query<IncomeRow>({
    name: 'node_income_events',
    text: `SELECT kind, at, tx_hash, log_index, amount FROM node_income WHERE week = $1
      AND (kind = 'swap-fees' OR at < $2) ORDER BY at, log_index, tx_hash`,
    values: [week, weekStart(week)],
  })
  const named = rows.map((row) => ({
    ...{ txHash: row.tx_hash, logIndex: Number(row.log_index), amount: row.amount, kind: row.kind },
    isLate: row.at < weekStart(week),
  }))
  return {
    flushes: named
      .filter(({ kind }) => kind === 'swap-fees')
      .map(({ txHash, logIndex, amount }) => ({ txHash, logIndex, amount })),
    late: named.filter(({ isLate }) => isLate).map(({ txHash, logIndex }) => ({ txHash, logIndex })),
  }
}
