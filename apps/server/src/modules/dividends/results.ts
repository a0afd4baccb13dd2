/** Published files as they are kept. */
import type { Reader, Tx } from '../../platform/database/database.ts'

type Hex = `0x${string}`

export interface WeekFile {
  readonly week: bigint
  /** Path on the server's origin. */
  readonly path: string
  /** Keccak-256 of the file's bytes. */
  readonly hash: Hex
  /** Of the final transaction that posted the hash; null until then. */
  readonly txHash: Hex | null
}

/** Name of a week's file, in `DATA_DIR/results` and under `/results/`. */
export const resultName = (week: bigint): string => `dividends-${week}.json`

interface FileRow {
  week: bigint
  file_hash: Hex
  posted_hash: Hex | null
  tx_hash: Hex | null
}

const fileOf = (row: FileRow): WeekFile => ({
  week: row.week,
  path: `/results/${resultName(row.week)}`,
  hash: row.file_hash,
  txHash: row.posted_hash === row.file_hash ? row.tx_hash : null,
})

const SELECT_FILES = `SELECT r.week, r.file_hash, p.file_hash AS posted_hash, p.tx_hash
  FROM dividend_result r LEFT JOIN dividend_posted p USING (week)`

export const readResults = async (reader: Reader, weeks: readonly bigint[]): Promise<WeekFile[]> => {
  const { rows } = await reader.query<FileRow>({
    name: 'dividend_results_read',
    text: `${SELECT_FILES} WHERE r.week = ANY($1::bigint[]) ORDER BY r.week`,
    values: [weeks],
  })
  return rows.map(fileOf)
}

/** Files whose own hash is not known to stand on chain, oldest first: none was posted, or another one. */
export const readUnposted = async (reader: Reader): Promise<WeekFile[]> => {
  const { rows } = await reader.query<FileRow>({
    name: 'dividend_results_unposted',
    text: `${SELECT_FILES} WHERE p.file_hash IS DISTINCT FROM r.file_hash ORDER BY r.week`,
  })
  return rows.map(fileOf)
}

/** Closed weeks without a file, oldest first. */
export const readUnpublished = async (reader: Reader): Promise<bigint[]> => {
  const { rows } = await reader.query<{ week: bigint }>({
    name: 'dividend_weeks_unpublished',
    text: `SELECT w.week FROM dividend_week w LEFT JOIN dividend_result r USING (week)
      WHERE r.week IS NULL ORDER BY w.week`,
  })
  return rows.map(({ week }) => week)
}

export const insertResult = async (
  tx: Tx,
  { week, hash, bytes }: { readonly week: bigint; readonly hash: Hex; readonly bytes: number },
): Promise<void> => {
  await tx.query({
    name: 'dividend_result_insert',
    text: 'INSERT INTO dividend_result (week, file_hash, bytes) VALUES ($1, $2, $3) ON CONFLICT (week) DO NOTHING',
    values: [week, hash, bytes],
  })
}

/** What a final `ResultPosted` said. The contract lets a week have one hash. */
export const insertPosted = async (
  tx: Tx,
  { week, hash, txHash }: { readonly week: bigint; readonly hash: Hex; readonly txHash: Hex },
): Promise<void> => {
  await tx.query({
    name: 'dividend_posted_insert',
    text: 'INSERT INTO dividend_posted (week, file_hash, tx_hash) VALUES ($1, $2, $3)',
    values: [week, hash.toLowerCase(), txHash.toLowerCase()],
  })
}
