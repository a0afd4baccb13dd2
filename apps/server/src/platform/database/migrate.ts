import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FatalError } from '../errors.ts'
import type { Database, Tx } from './database.ts'

/** The database was made by other migrations than the ones in this program. */
export class MigrationMismatchError extends FatalError {}

export interface Migration {
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file, hex. */
  readonly checksum: string
}

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** All migrations, in the order of their names. */
export const readMigrations = (directory = MIGRATIONS_DIRECTORY): Migration[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(directory, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })

const MIGRATION_LOCK = 4_720_196_521n // any constant: one migrator at a time

const appliedBy = async (tx: Tx): Promise<Map<string, string>> => {
  await tx.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] })
  await tx.script(`CREATE TABLE IF NOT EXISTS schema_migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`)
  const { rows } = await tx.query<{ name: string; checksum: string }>({
    text: 'SELECT name, checksum FROM schema_migration',
  })
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Applies what is missing, all in one transaction. Says which ones; throws when the past was changed. */
export const migrate = (database: Database, migrations = readMigrations()): Promise<string[]> =>
  database.transaction(async (tx) => {
    const applied = await appliedBy(tx)
    const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
    for (const [name, checksum] of applied) {
      if (known.get(name) === checksum) continue
      throw new MigrationMismatchError(
        `the database was made with another ${name} than this program has. Nothing is released yet, so nothing ` +
          `carries data over: start with an empty database (another DATA_DIR, or another DATABASE_URL)`,
      )
    }
    const fresh = migrations.filter(({ name }) => !applied.has(name))
    for (const { name, sql, checksum } of fresh) {
      await tx.script(sql)
      await tx.query({
        text: 'INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)',
        values: [name, checksum],
      })
    }
    return fresh.map(({ name }) => name)
  })
