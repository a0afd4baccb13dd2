import { analyzeIfGrown } from '../../../platform/database/analyze-if-grown.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { AccountCode } from '../account.ts'
import { type ArchivedJournal, chainHash, compress, NO_HASH, writeLines } from './archive-lines.rules.ts'
import type { ArchiveRun } from './archive-run.ts'

/** In one file, and one transaction. */
const JOURNALS_AT_ONCE = 2_000

/** What was written is not what was deleted: nothing is. */
class ArchiveMismatchError extends FatalError {}

interface JournalRow {
  readonly id: bigint
  readonly key: string
  readonly reason: string
  readonly vault: number
  readonly at: Date
  readonly source: unknown
  readonly postings: readonly (readonly [string, AccountCode, AccountCode, string])[]
}

const nextJournals = async (tx: Tx, lastJournal: bigint): Promise<JournalRow[]> => {
  const { rows } = await tx.query<JournalRow>({
    name: 'ledger_archive_journals',
    text: `SELECT j.id, j.key, j.reason, j.vault, j.at, j.source, p.postings
      FROM (SELECT * FROM journal WHERE id <= $1 ORDER BY id LIMIT $2) j
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_array(p.id::text, f.code, t.code, p.amount::text) ORDER BY p.id) AS postings
        FROM posting p JOIN ledger_account f ON f.id = p.from_account JOIN ledger_account t ON t.id = p.to_account
        WHERE p.journal_id = j.id
      ) p ORDER BY j.id`,
    values: [lastJournal, JOURNALS_AT_ONCE],
  })
  return rows
}

const lineOf = ({ id, key, reason, vault, at, source, postings }: JournalRow): ArchivedJournal => ({
  id: id.toString(),
  key,
  reason,
  vault: Number(vault),
  at: at.toISOString(),
  source,
  postings,
})

/** The last file. The run's row is locked, so two never follow the same one. */
const lastFile = async (tx: Tx): Promise<{ readonly id: bigint; readonly hash: Uint8Array }> => {
  const { rows } = await tx.query<{ id: bigint; hash: Uint8Array }>({
    text: 'SELECT id, hash FROM ledger_archive ORDER BY id DESC LIMIT 1',
  })
  return rows[0] ?? { id: 0n, hash: NO_HASH }
}

const insertFile = async (tx: Tx, rows: readonly JournalRow[]): Promise<number> => {
  const journals = rows.map(lineOf)
  const lines = writeLines(journals)
  const last = await lastFile(tx)
  const times = rows.map(({ at }) => at.getTime())
  const postings = journals.reduce((sum, journal) => sum + journal.postings.length, 0)
  await tx.query({
    name: 'ledger_archive_insert',
    text: `INSERT INTO ledger_archive (id, first_journal, last_journal, journals, postings, first_at, last_at, hash, content)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      last.id + 1n,
      rows[0]?.id,
      rows.at(-1)?.id,
      rows.length,
      postings,
      new Date(Math.min(...times)),
      new Date(Math.max(...times)),
      chainHash(last.hash, lines),
      await compress(lines),
    ],
  })
  await tx.query({
    name: 'ledger_archive_keys',
    text: `INSERT INTO ledger_archived_key (hash) SELECT journal_key_hash(key) FROM unnest($1::text[]) AS k (key)`,
    values: [rows.map(({ key }) => key)],
  })
  await analyzeIfGrown(tx, 'ledger_archived_key')
  return postings
}

/** Takes the journals out of the tables, and their sums into the openings. */
const deleteJournals = async (
  tx: Tx,
  rows: readonly JournalRow[],
): Promise<{ readonly journals: number; readonly postings: number }> => {
  const range = [rows[0]?.id, rows.at(-1)?.id]
  await tx.script(`SET LOCAL ledger.archiving = 'on'`)
  const { rows: sums } = await tx.query<{ postings: bigint }>({
    name: 'ledger_archive_postings',
    text: `WITH gone AS (
        DELETE FROM posting WHERE journal_id BETWEEN $1 AND $2 RETURNING from_account, to_account, amount
      ), opened AS (
        INSERT INTO ledger_opening AS o (account_id, amount)
        SELECT account, sum(change) FROM (
          SELECT from_account AS account, -amount AS change FROM gone UNION ALL SELECT to_account, amount FROM gone
        ) c GROUP BY account ORDER BY account
        ON CONFLICT (account_id) DO UPDATE SET amount = o.amount + EXCLUDED.amount
      ) SELECT count(*) AS postings FROM gone`,
    values: range,
  })
  const { rowCount } = await tx.query({
    name: 'ledger_archive_delete',
    text: 'DELETE FROM journal WHERE id BETWEEN $1 AND $2',
    values: range,
  })
  await tx.script(`SET LOCAL ledger.archiving = 'off'`)
  return { journals: rowCount, postings: Number(sums[0]?.postings) }
}

const archiveNext = async (tx: Tx, lastJournal: bigint): Promise<boolean> => {
  // The run's row is the lock: another process that archives waits here, and then goes on after this range.
  const { rowCount: isRunning } = await tx.query({
    text: 'SELECT FROM ledger_archive_run WHERE last_journal = $1 FOR UPDATE',
    values: [lastJournal],
  })
  if (isRunning === 0) return false // it has ended this run, and perhaps begun the next
  const rows = await nextJournals(tx, lastJournal)
  if (rows.length === 0) {
    await tx.query({ text: 'DELETE FROM ledger_archive_run' })
    return false
  }
  const written = { journals: rows.length, postings: await insertFile(tx, rows) }
  const deleted = await deleteJournals(tx, rows)
  if (written.journals !== deleted.journals || written.postings !== deleted.postings) {
    throw new ArchiveMismatchError(
      `archived ${written.journals} journals and ${written.postings} postings, deleted ${deleted.journals} and ${deleted.postings}`,
    )
  }
  return true
}

/** Moves the run's journals into files, 2,000 at a time, each file with its deletion in one transaction. */
export const archiveJournals = async (
  database: Database,
  { run, signal }: { readonly run: ArchiveRun; readonly signal: AbortSignal },
): Promise<void> => {
  while (!signal.aborted) {
    if (!(await database.transaction((tx) => archiveNext(tx, run.lastJournal)))) return
  }
}
