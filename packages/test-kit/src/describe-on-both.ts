import type { Database } from '@dr/server/platform/database/database'
import { afterAll, afterEach, beforeEach, describe } from 'vitest'
import { openSnapshot } from './pglite-snapshot.ts'
import { findPostgres } from './postgres-cluster.ts'
import { openTestPostgres } from './postgres-databases.ts'

type Dialect = Database['dialect']

export interface TestDatabases {
  readonly dialect: Dialect
  /** A migrated, empty database; closed after the test, or after the block when opened outside a test. */
  openDatabase(): Promise<Database>
}

/**
 * `TEST_DATABASE=pglite` or `postgres` limits a run to one; asked for by name, and in CI, PostgreSQL must be
 * there.
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

/** The same tests on PGlite and on PostgreSQL. Without PostgreSQL they run on PGlite, and a line says so. */
export const describeOnBoth = (name: string, define: (databases: TestDatabases) => void): void => {
  describeOn('pglite', name, define)
  describeOn('postgres', name, define)
}

/**
 * Tests of what builds on the database. On PostgreSQL, as production; on PGlite, the same engine built for
 * one process, where there is no PostgreSQL, where it is asked for (`TEST_DATABASE`), and in the full run.
 */
export const describeOnDatabase = (name: string, define: (databases: TestDatabases) => void): void => {
  const chosen = (process.env.TEST_DATABASE ?? '') !== ''
  if (chosen || process.env.FULL === '1' || findPostgres() === undefined) describeOnBoth(name, define)
  else describeOn('postgres', name, define)
}

/** What proves something on many connections only: PGlite's one passes vacuously. */
export const describeOnPostgres = (name: string, define: (databases: TestDatabases) => void): void =>
  describeOn('postgres', name, define)
