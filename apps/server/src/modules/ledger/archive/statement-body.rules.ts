/** A user's archived lines as a compressed body of `ledger_statement`. Pure. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { LineRow } from '../line-row.ts'

const LEVEL = 9

/** In the order of `LineRow`; 64-bit numbers as text, the time in milliseconds. */
type Packed = readonly [
  id: string,
  journalId: string,
  at: number,
  reason: string,
  vault: number,
  token: string,
  amount: string,
  source: unknown,
  fromKind: string,
  toKind: string,
  fromUser: string | null,
  toUser: string | null,
]

const pack = (row: LineRow): Packed => [
  row.id.toString(),
  row.journal_id.toString(),
  row.at.getTime(),
  row.reason,
  Number(row.vault),
  row.token,
  row.amount.toString(),
  row.source,
  row.from_kind,
  row.to_kind,
  row.from_user?.toString() ?? null,
  row.to_user?.toString() ?? null,
]

const bigintOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const unpack = (packed: Packed): LineRow =>
  ({
    id: BigInt(packed[0]),
    journal_id: BigInt(packed[1]),
    at: new Date(packed[2]),
    reason: packed[3],
    vault: packed[4],
    token: packed[5],
    amount: BigInt(packed[6]),
    source: packed[7],
    from_kind: packed[8],
    to_kind: packed[9],
    from_user: bigintOrNull(packed[10]),
    to_user: bigintOrNull(packed[11]),
  }) as LineRow

/** A line, for comparing it with another. */
export const lineText = (row: LineRow): string => JSON.stringify(pack(row))

export const encodeLines = (rows: readonly LineRow[]): Uint8Array =>
  deflateRawSync(JSON.stringify(rows.map(pack)), { level: LEVEL })

export const decodeLines = (body: Uint8Array): LineRow[] =>
  (JSON.parse(inflateRawSync(body).toString()) as Packed[]).map(unpack)
