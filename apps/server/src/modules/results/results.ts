/** Stored records of published files. */

import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type ResultKind, type ResultName, resultName } from './result-kind.ts'

export interface WeekFile {
  readonly week: bigint
  /** Path on the server's origin. */
  readonly path: string
  /** Keccak-256 of the file's bytes. */
  readonly hash: LowerHex
  /** The final transaction that posted the hash; null until then. */
  readonly txHash: LowerHex | null
}

interface FileRow {
  week: bigint
  file_hash: LowerHex
  posted_hash: LowerHex | null
  tx_hash: LowerHex | null
}

const fileOf =
  (kind: ResultKind) =>
  (row: FileRow): WeekFile => ({
    week: row.week,
    path: `/results/${resultName({ kind, week: row.week })}`,
    hash: row.file_hash,
    txHash: row.posted_hash === row.file_hash ? row.tx_hash : null,
  })

const SELECT_FILES = `SELECT r.week, r.file_hash, p.file_hash AS posted_hash, p.tx_hash
  FROM weekly_result r LEFT JOIN weekly_result_posted p USING (kind, week)`

/** The published ones among these weeks. */
export const readResults = async (
  reader: Reader,
  kind: ResultKind,
  weeks: readonly bigint[],
): Promise<WeekFile[]> => {
  const { rows } = await reader.query<FileRow>({
    name: 'weekly_results_read',
    text: `${SELECT_FILES} WHERE r.kind = $1 AND r.week = ANY($2::bigint[]) ORDER BY r.week`,
    values: [kind, weeks],
  })
  return rows.map(fileOf(kind))
}

/** Files whose hash is not known to be on chain, oldest first: no hash or another one was posted. */
export const readUnposted = async (reader: Reader, kind: ResultKind): Promise<WeekFile[]> => {
  const { rows } = await reader.query<FileRow>({
    name: 'weekly_results_unposted',
    text: `${SELECT_FILES} WHERE r.kind = $1 AND p.file_hash IS DISTINCT FROM r.file_hash ORDER BY r.week`,
    values: [kind],
  })
  return rows.map(fileOf(kind))
}

/** The newest week with a file; weeks are published in order. */
export const lastPublished = async (reader: Reader, kind: ResultKind): Promise<bigint | null> => {
  const { rows } = await reader.query<{ week: bigint | null }>({
    name: 'weekly_results_last',
    text: 'SELECT max(week) AS week FROM weekly_result WHERE kind = $1',
    values: [kind],
  })
  return rows[0]?.week ?? null
}

export const insertResult = async (
  tx: Tx,
  { kind, week, hash, bytes }: ResultName & { readonly hash: LowerHex; readonly bytes: number },
): Promise<void> => {
  await tx.query({
    name: 'weekly_result_insert',
    text: 'INSERT INTO weekly_result (kind, week, file_hash, bytes) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    values: [kind, week, hash, bytes],
  })
  await tx.announce({ topic: 'pools' })
}

/** Stores a final `ResultPosted`. The contract accepts one hash for each week. */
export const insertPosted = async (
  tx: Tx,
  { kind, week, hash, txHash }: ResultName & { readonly hash: LowerHex; readonly txHash: LowerHex },
): Promise<void> => {
  await tx.query({
    name: 'weekly_result_posted_insert',
    text: 'INSERT INTO weekly_result_posted (kind, week, file_hash, tx_hash) VALUES ($1, $2, $3, $4)',
    values: [kind, week, hash, txHash],
  })
  await tx.announce({ topic: 'pools' })
}
