/**
 * Checks the effects of a migration on tables in use: `later-migrations.test.ts` applies it to each later
 * file.
 */
import type { Database, Reader, Tx } from '../../src/platform/database/database.ts'
import {
  type Migration,
  numberOf,
  STATEMENT_BREAK,
} from '../../src/platform/database/migration/migration-files.ts'

/**
 * Lock modes that block writers: https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-TABLES
 */
const BLOCKING = `('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`

/** File of each table's rows, which changes when a table is rewritten. */
const readFiles = async (reader: Reader): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await reader.query<{ name: string; file: string }>({
    text: `SELECT relname AS name, relfilenode::text AS file FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migration'`,
  })
  return new Map(rows.map(({ name, file }) => [name, file]))
}

/** Tables on which this transaction blocks writers. */
const readBlocked = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const { rows } = await tx.query<{ name: string }>({
    text: `SELECT relname AS name FROM pg_locks JOIN pg_class c ON c.oid = relation
      WHERE pid = pg_backend_pid() AND granted AND mode IN ${BLOCKING} AND c.relkind = 'r'`,
  })
  return new Set(rows.map(({ name }) => name))
}

/** Number of full scans of each table by this transaction. */
const readScans = async (tx: Tx): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await tx.query<{ name: string; scans: bigint }>({
    text: 'SELECT relname AS name, seq_scan AS scans FROM pg_stat_xact_user_tables WHERE seq_scan > 0',
  })
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
}

const checkInTransaction = (database: Database, { sql }: Migration): Promise<string[]> =>
  database.transaction(async (tx) => {
    const before = await readFiles(tx)
    const scannedBefore = await readScans(tx)
    await tx.script(sql)
    const after = await readFiles(tx)
    const blocked = await readBlocked(tx)
    const scanned = await readScans(tx)
    return [...before].flatMap(([name, file]) => {
      if (after.has(name) && after.get(name) !== file) return [`rewrites ${name}`]
      const scans = (scanned.get(name) ?? 0) - (scannedBefore.get(name) ?? 0)
      return scans > 0 && blocked.has(name) ? [`scans ${name} while writers wait`] : []
    })
  })

/** Statements that do not block writers, and that are idempotent. */
const REPEATABLE =
  /^\s*(?:--[^\n]*\n\s*)*(?:(?:CREATE|DROP) INDEX CONCURRENTLY IF (?:NOT )?EXISTS|REINDEX INDEX CONCURRENTLY|ALTER TABLE \w+ VALIDATE CONSTRAINT)\b/i

const checkOutside = async (database: Database, { sql }: Migration): Promise<string[]> => {
  const statements = sql.split(STATEMENT_BREAK)
  for (const statement of statements) await database.single.script(statement)
  return statements.flatMap((statement) =>
    REPEATABLE.test(statement)
      ? []
      : [`runs outside a transaction, and cannot be repeated: ${statement.trim()}`],
  )
}

/** Applies `migration` to a PostgreSQL database of a test. Returns one line for each violation. */
export const checkMigration = async (database: Database, migration: Migration): Promise<string[]> => {
  const found = await (migration.inTransaction ? checkInTransaction : checkOutside)(database, migration)
  const runsWithItselfAlone = migration.runsWith >= numberOf(migration.name)
  return [...(runsWithItselfAlone ? ['does not say which older program it runs with'] : []), ...found]
}
