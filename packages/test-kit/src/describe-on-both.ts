import type { Database } from '@dr/server/platform/database/database'
import { afterAll, afterEach, beforeEach, describe } from 'vitest'
import { openSnapshot } from './pglite-snapshot.ts'
import { findPostgres } from './postgres-cluster.ts'
import { openTestPostgres } from './postgres-databases.ts'

type Dialect = Database['dialect']

export interface TestDatabases {
  readonly dialect: Dialect
  /** Opens a migrated, empty database, closed after the test, or after the block if opened outside a test. */
  openDatabase(): Promise<Database>
}

/**
 * Databases of a run: `TEST_DATABASE=pglite` or `postgres` limits it to one. If PostgreSQL is requested,
 * and in CI, it must be installed.
 */
const wanted = (): readonly Dialect[] => {
  const choice = process.env.TEST_DATABASE
  if (choice === undefined || choice === '') return ['pglite', 'postgres']
  if (choice === 'pglite' || choice === 'postgres') return [choice]
  throw new Error(`TEST_DATABASE is "${choice}", not pglite or postgres`)
}

const usable = (dialect: Dialect, name: string): boolean => {
  if (!wanted().includes(dialect)) return false
  if (dialect === 'pglite' || findPostgres() !== undefined) return true
  if (process.env.TEST_DATABASE === 'postgres' || process.env.CI)
    throw new Error('TEST_DATABASE=postgres or CI, and no PostgreSQL here')
  process.stderr.write(
    `SKIPPED on PostgreSQL: ${name} (none installed; Debian: apt-get install postgresql)\n`,
  )
  return false
}

const describeOn = (dialect: Dialect, name: string, define: (databases: TestDatabases) => void): void => {
  if (!usable(dialect, name)) return
  describe(`${name} (${dialect})`, () => {
    const shared: Database[] = []
    const ofTest: Database[] = []
    let inTest = false
    const closeAll = async (databases: Database[]) => {
      for (const database of databases.splice(0)) await database.close()
    }
    beforeEach(() => {
      inTest = true
    })
    afterEach(async () => {
      inTest = false
      await closeAll(ofTest)
    })
    afterAll(() => closeAll(shared))
    define({
      dialect,
      openDatabase: async () => {
        const database = dialect === 'pglite' ? await openSnapshot() : (await openTestPostgres()).database
        ;(inTest ? ofTest : shared).push(database)
        return database
      },
    })
  })
}

/** Runs the same tests on PGlite and on PostgreSQL; without PostgreSQL on PGlite only, with a message. */
export const describeOnBoth = (name: string, define: (databases: TestDatabases) => void): void => {
  describeOn('pglite', name, define)
  describeOn('postgres', name, define)
}

/**
 * Runs tests of database code on PostgreSQL, as in production. PGlite, the same engine in one process, is
 * used without PostgreSQL, on request (`TEST_DATABASE`), and in the full run.
 */
export const describeOnDatabase = (name: string, define: (databases: TestDatabases) => void): void => {
  const chosen = (process.env.TEST_DATABASE ?? '') !== ''
  if (chosen || process.env.FULL === '1' || findPostgres() === undefined) describeOnBoth(name, define)
  else describeOn('postgres', name, define)
}

/** Runs tests that need many connections: on PGlite's single one they would prove nothing. */
export const describeOnPostgres = (name: string, define: (databases: TestDatabases) => void): void =>
  describeOn('postgres', name, define)
