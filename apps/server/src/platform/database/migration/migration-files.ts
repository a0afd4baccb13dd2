import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { restoreRows } from '../../../../migrations/0032_rows_stay.ts'
import type { Tx } from '../database.ts'

/** One numbered file of `migrations/` (ADR 0035). */
export interface Migration {
  /** File name; its first four digits are the migration's number, by which they are ordered. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file, hex. */
  readonly checksum: string
  /**
   * The oldest program that works with the schema after this migration, as the number of the newest migration
   * that program has: `-- runs-with: 0021`. Files without the line, all of the first release, require a
   * program that has them.
   */
  readonly runsWith: string
  /**
   * False with `-- transaction: none`, for statements that PostgreSQL refuses inside one. They must be
   * idempotent.
   */
  readonly inTransaction: boolean
  /**
   * Work that SQL cannot do, in batches before `sql`: one in each transaction, until it returns false.
   * Batches run again after an interruption, and other programs work between them.
   */
  readonly runBatch?: (tx: Tx) => Promise<boolean>
}

const PROGRAMS: Readonly<Record<string, Migration['runBatch']>> = { '0032_rows_stay.sql': restoreRows }

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../../migrations', import.meta.url))

/** Separates the statements of a file with `-- transaction: none`. */
export const STATEMENT_BREAK = '--> statement-breakpoint'

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/
const RUNS_WITH = /^-- runs-with: (\d{4})$/m
const NO_TRANSACTION = /^-- transaction: none$/m

/** `0022_leadership.sql` → `0022` */
export const numberOf = (name: string): string => name.slice(0, 4)

const parseMigration = (name: string, sql: string): Migration => {
  if (!FILE_NAME.test(name)) throw new Error(`${name}: a migration is named <four digits>_<words>.sql`)
  const runBatch = PROGRAMS[name]
  return {
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    runsWith: RUNS_WITH.exec(sql)?.[1] ?? numberOf(name),
    inTransaction: !NO_TRANSACTION.test(sql),
    ...(runBatch && { runBatch }),
  }
}

/** All migrations, in the order of their numbers. */
export const readMigrations = (directory = MIGRATIONS_DIRECTORY): Migration[] => {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const twice = names.find((name, at) => at > 0 && numberOf(name) === numberOf(names[at - 1] ?? ''))
  if (twice !== undefined) throw new Error(`${twice}: its number is taken`)
  return names.map((name) => parseMigration(name, readFileSync(join(directory, name), 'utf8')))
}
