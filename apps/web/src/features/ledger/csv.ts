import { formatAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { download } from '../../ui/download.ts'
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

/** Spreadsheets run what begins like a formula; such a cell gets an apostrophe in front. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function row(flow: FundFlow): string {
  const { reference, txHash, note } = sourceCells(flow.source)
  return [
    flow.at,
    String(flow.account),
    flow.kind,
    flow.direction,
    formatAmount(BigInt(flow.amount), { maxDecimals: TOKEN_DECIMALS, group: false }),
    flow.token,
    flow.source.kind,
    reference,
    txHash,
    note,
    flow.orderId ?? '',
    flow.txHash ?? '',
    flow.journalId,
  ]
    .map(cell)
    .join(',')
}

/**
 * Ledger lines as CSV: exact amounts with all decimals, machine-readable names, CRLF (RFC 4180). All `in` less all `out`
 * is the change of the account's total; hold, release, lock and unlock move inside it.
 */
export const toCsv = (flows: readonly FundFlow[]): string =>
  `${[COLUMNS.join(','), ...flows.map(row)].join('\r\n')}\r\n`

/** Hands text to the browser as a file; the mark in front makes spreadsheets read UTF-8. */
export const downloadText = (name: string, text: string): void =>
  download({ name, type: 'text/csv;charset=utf-8', text: `\uFEFF${text}` })
