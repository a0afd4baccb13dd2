import { setTimeout as delay } from 'node:timers/promises'
import { FatalError, RetryableError } from '../../errors.ts'
import type { Database, Reader, Tx } from '../database.ts'
import { databaseErrorOf, INSUFFICIENT_PRIVILEGE, LOCK_NOT_AVAILABLE } from '../errors.ts'
import { type Migration, numberOf, readMigrations, STATEMENT_BREAK } from './migration-files.ts'

/** This program does not work with the database's schema. */
export class MigrationMismatchError extends FatalError {}

/**
 * Advisory lock of the migrating process; any constant. A migration only tries it: waiting would block CREATE
 * INDEX CONCURRENTLY.
 */
const MIGRATION_LOCK = 4_720_196_521n
/**
 * Short, since every later statement on a table waits behind a migration that waits for it. The migration
 * then retries.
 */
const LOCK_WAIT_MS = 500
const TRIES_FOR_A_TABLE = 120
const PAUSE_MS = 500

/** Another process is migrating. */
class MigratorBusyError extends RetryableError {}

interface Applied {
  readonly name: string
  readonly checksum: string
  /** See `Migration.runsWith`. */
  readonly runs_with: string
}

const RECORD = `CREATE TABLE IF NOT EXISTS schema_migration (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  runs_with text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`

const readApplied = async (reader: Reader): Promise<Map<string, Applied>> => {
  const { rows } = await reader.query<Applied>({
    text: 'SELECT name, checksum, runs_with FROM schema_migration',
  })
  return new Map(rows.map((row) => [row.name, row]))
}

/**
 * Throws unless this program works with the applied migrations. Migrations of a newer program are accepted if
 * they are declared compatible: during an update, and after a rollback, two versions run on one schema.
 */
const requireCompatible = (applied: ReadonlyMap<string, Applied>, migrations: readonly Migration[]): void => {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const newest = numberOf(migrations.at(-1)?.name ?? '0000')
  for (const { name, checksum, runs_with: runsWith } of applied.values()) {
    const own = known.get(name)
    if (own && own.checksum !== checksum) {
      throw new MigrationMismatchError(
        `${name} has changed since it was applied to this database. An applied migration is never edited`,
      )
    }
    if (own || (numberOf(name) > newest && runsWith <= newest)) continue
    throw new MigrationMismatchError(
      numberOf(name) > newest
        ? `a newer program has applied ${name}, which needs a program with migration ${runsWith}; this one ends with ${newest}: start a newer version`
        : `the database was made with ${name}, which this program does not have`,
    )
  }
}

const requireTurn = async (
  tx: Tx,
  lock: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_lock',
): Promise<void> => {
  const { rows } = await tx.query<{ taken: boolean }>({
    text: `SELECT ${lock}($1) AS taken`,
    values: [MIGRATION_LOCK],
  })
  if (!rows[0]?.taken) throw new MigratorBusyError('another process migrates this database')
}

const record = async (tx: Tx, { name, checksum, runsWith }: Migration): Promise<void> => {
  await tx.query({
    text: 'INSERT INTO schema_migration (name, checksum, runs_with) VALUES ($1, $2, $3)',
    values: [name, checksum, runsWith],
  })
}

/** Runs `work` as the only migrator, unless the migration is applied. Returns its result, or false. */
const inTurn = (
  database: Database,
  migration: Migration,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    await requireTurn(tx, 'pg_try_advisory_xact_lock')
    if ((await readApplied(tx)).has(migration.name)) return false
    await tx.script(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}; SET LOCAL statement_timeout = 0`)
    return work(tx)
  })

const applyInTransaction = (database: Database, migration: Migration): Promise<unknown> =>
  inTurn(database, migration, async (tx) => {
    await tx.script(migration.sql)
    await record(tx, migration)
    return true
  })

/**
 * Commits each statement by itself, and the record last, so that statements of a killed process run again.
 */
const applyOutside = (database: Database, migration: Migration): Promise<void> =>
  database.session(async (session) => {
    await requireTurn(session, 'pg_try_advisory_lock')
    try {
      if ((await readApplied(session)).has(migration.name)) return
      await session.script(`SET lock_timeout = ${LOCK_WAIT_MS}`)
      for (const statement of migration.sql.split(STATEMENT_BREAK)) await session.script(statement)
      await record(session, migration)
    } finally {
      await session.query({ text: 'SELECT pg_advisory_unlock($1)', values: [MIGRATION_LOCK] })
      await session.script('RESET lock_timeout')
    }
  })

/** Retries until it is applied: waits for another migrator, and gives way to users of the table. */
const applyPatiently = async (database: Database, migration: Migration): Promise<void> => {
  const { runBatch } = migration
  for (let tries = 0; ; await delay(PAUSE_MS)) {
    try {
      if (runBatch) while (await inTurn(database, migration, runBatch));
      await (migration.inTransaction ? applyInTransaction : applyOutside)(database, migration)
      return
    } catch (error) {
      if (error instanceof MigratorBusyError) continue
      tries += 1
      if (databaseErrorOf(error)?.code !== LOCK_NOT_AVAILABLE || tries === TRIES_FOR_A_TABLE) throw error
    }
  }
}

const prepareRecord = async (database: Database): Promise<void> => {
  const { rows } = await database.read.query<{ name: string | null }>({
    text: `SELECT to_regclass('schema_migration')::text AS name`,
  })
  if (rows[0]?.name !== null) return
  await database.transaction(async (tx) => {
    // Without it two processes that find no record would both create it, and one would fail.
    await tx.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] })
    await tx.script(RECORD)
  })
}

/** Runs `change`; a role without the right to change the schema is told who has it (ADR 0075). */
const asOwner = async (change: () => Promise<void>): Promise<void> => {
  try {
    await change()
  } catch (error) {
    if (databaseErrorOf(error)?.code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new MigrationMismatchError(
      "the schema is older than this program, and this process's role may not change it: run migrate.ts as the database's owner first",
      { cause: error },
    )
  }
}

/**
 * Applies missing migrations, each in its own transaction, one process at a time. Returns their names; throws
 * `MigrationMismatchError` if the program does not work with the applied migrations, or may not apply them.
 */
export const migrate = async (database: Database, migrations = readMigrations()): Promise<string[]> => {
  await asOwner(() => prepareRecord(database))
  const applied = await readApplied(database.read)
  requireCompatible(applied, migrations)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  for (const migration of missing) await asOwner(() => applyPatiently(database, migration))
  return missing.map(({ name }) => name)
}
