import { formatAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import type { FundFlow } from '@dr/protocol/calls/users'
import { isWithin } from './within.ts'

const COLUMNS = [
  'time_utc',
  'account',
  'kind',
  'direction',
  'amount',
  'token',
  'source',
  'source_reference',
  'order_id',
  'tx_hash',
  'journal_id',
] as const

/** Spreadsheets run what begins like a formula; such a cell gets an apostrophe in front. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A hold and its release stay in the account and are named so: in minus out is then the change of the account's total,
 * held included.
 */
const directionOf = (flow: FundFlow): string => {
  if (!isWithin(flow.kind)) return flow.direction
  return flow.direction === 'out' ? 'hold' : 'release'
}

const row = (flow: FundFlow): string =>
  [
    flow.at,
    String(flow.account),
    flow.kind,
    directionOf(flow),
    formatAmount(BigInt(flow.amount), { maxDecimals: TOKEN_DECIMALS, group: false }),
    flow.token,
    flow.source.kind,
    flow.source.reference ?? '',
    flow.orderId ?? '',
    flow.txHash ?? '',
    flow.journalId,
  ]
    .map(cell)
    .join(',')

/** Ledger lines as CSV: exact amounts with all decimals, machine-readable names, CRLF (RFC 4180). */
export const toCsv = (flows: readonly FundFlow[]): string =>
  `${[COLUMNS.join(','), ...flows.map(row)].join('\r\n')}\r\n`

/** Hands text to the browser as a file; the mark in front makes spreadsheets read UTF-8. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
