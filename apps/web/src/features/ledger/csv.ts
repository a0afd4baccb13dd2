import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { csvAmount, csvText } from './csv-text.ts'
import { sourceCells } from './source.ts'

const COLUMNS = [
  'time_utc',
  'account',
  'kind',
  'direction',
  'amount',
  'token',
  'source',
  'source_reference',
  'source_tx_hash',
  'source_note',
  'order_id',
  'tx_hash',
  'journal_id',
] as const

const row = (flow: FundFlow): string[] => {
  const { reference, txHash, note } = sourceCells(flow.source)
  return [
    flow.at,
    String(flow.account),
    flow.kind,
    flow.direction,
    csvAmount(flow.amount),
    flow.token,
    flow.source.kind,
    reference,
    txHash,
    note,
    flow.orderId ?? '',
    flow.txHash ?? '',
    flow.journalId,
  ]
}

/**
 * Ledger lines as CSV: exact amounts, machine-readable names. All `in` less all `out` is the change of the
 * account's total; hold, release, lock and unlock move amounts inside it.
 */
export const toCsv = (flows: readonly FundFlow[]): string => csvText(COLUMNS, flows.map(row))
