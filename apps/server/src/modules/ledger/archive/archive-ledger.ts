import { mayArchive } from '../../../platform/archive-from.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Database, Reader, Tx } from '../../../platform/database/database.ts'
import type { Tick } from '../../../platform/tick.ts'
import { archiveJournals } from './archive-journals.ts'
import type { ArchiveRun } from './archive-run.ts'
import { writeStatements } from './write-statements.ts'

/** Whole months before the present one that stay in the tables. */
const HOT_MONTHS = 3
const SCANNED_AT_ONCE = 50_000
/** At a quiet hour, apart from the other ticks. */
const DAILY = '0 10 2 * * *'

const hotFrom = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - HOT_MONTHS))

/** The last journal before the first that is not older than `before`; undefined: none. */
const lastJournalBefore = async (reader: Reader, before: Date): Promise<bigint | undefined> => {
  let last: bigint | undefined
  for (;;) {
    const { rows } = await reader.query<{ id: bigint }>({
      name: 'ledger_archive_scan',
      text: `WITH next AS MATERIALIZED (SELECT id, at < $2 AS old FROM journal WHERE id > $1 ORDER BY id LIMIT $3)
        SELECT max(id) AS id FROM next
        WHERE id < coalesce((SELECT min(id) FROM next WHERE NOT old), 9223372036854775807)
        HAVING count(*) > 0`,
      values: [last ?? 0n, before, SCANNED_AT_ONCE],
    })
    const [row] = rows
    if (row === undefined) return last
    last = row.id
  }
}

const readRun = async (reader: Reader): Promise<ArchiveRun | undefined> => {
  const { rows } = await reader.query<ArchiveRun>({
    text: `SELECT last_journal AS "lastJournal", users_through AS "usersThrough" FROM ledger_archive_run`,
  })
  return rows[0]
}

const isOldestBefore = async (reader: Reader, before: Date): Promise<boolean> => {
  const { rows } = await reader.query<{ at: Date }>({ text: 'SELECT at FROM journal ORDER BY id LIMIT 1' })
  return rows[0] !== undefined && rows[0].at < before
}

/**
 * A journal with a smaller id may be in a transaction that has not committed. The lock is granted when there
 * is none, held for this moment alone, and given up after half a second: then the next run tries again.
 */
const insertRun = async (tx: Tx, lastJournal: bigint): Promise<void> => {
  await tx.script(`SET LOCAL lock_timeout = '500ms'; LOCK TABLE journal IN SHARE MODE`)
  await tx.query({
    text: 'INSERT INTO ledger_archive_run (last_journal) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [lastJournal],
  })
}

const beginRun = async (database: Database): Promise<ArchiveRun | undefined> => {
  const { read } = database
  const before = hotFrom((await chainNow(read)).at)
  if (!(await isOldestBefore(read, before))) return undefined
  const lastJournal = await lastJournalBefore(read, before)
  if (lastJournal === undefined) return undefined
  await database.transaction((tx) => insertRun(tx, lastJournal))
  return readRun(read)
}

/**
 * Archives the journals of months that are over (ADR 0048): first each user's statement is written, then
 * the journals go into files, range by range, and out of the tables. Each step is a transaction of its own
 * that a second run finds done.
 */
export const archiveLedger = async (database: Database, signal: AbortSignal): Promise<void> => {
  if (!(await mayArchive(database.read))) return
  const run = (await readRun(database.read)) ?? (await beginRun(database))
  if (run === undefined) return
  const written = await writeStatements(database, { run, signal })
  if (!written) return
  await archiveJournals(database, { run, signal })
}

export const archiveTick = (database: Database): Tick => ({
  name: 'ledger.archive',
  schedule: DAILY,
  run: (signal) => archiveLedger(database, signal),
})
