import { formatAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import { download } from '../../ui/download.ts'

/** Escapes a cell. Spreadsheets execute cells that begin like a formula; these get an apostrophe in front. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]): string => cells.map(cell).join(',')

/** CSV with a header row and CRLF line ends (RFC 4180). */
export const csvText = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${[columns, ...rows].map(line).join('\r\n')}\r\n`

/** Exact amount: all decimals, no grouping. */
export const csvAmount = (baseUnits: string): string =>
  formatAmount(BigInt(baseUnits), { maxDecimals: TOKEN_DECIMALS, group: false })

/** Unix seconds as ISO 8601 in UTC. */
export const csvTime = (seconds: number): string => new Date(seconds * 1_000).toISOString()

/** Downloads text as a file; the byte order mark makes spreadsheets read UTF-8. */
export const downloadCsv = (name: string, text: string): void =>
  download({ name, type: 'text/csv;charset=utf-8', text: `\uFEFF${text}` })
