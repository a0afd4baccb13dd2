import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { generateSchema } from '../../../../test/schema/generate-schema.ts'
import { readSchemaCatalog } from '../../../../test/schema/schema-catalog.ts'
import type { Database } from '../database.ts'
import { MigrationMismatchError, migrate } from './migrate.ts'
import { type Migration, readMigrations, STATEMENT_BREAK } from './migration-files.ts'

const own = readMigrations()
const NEWEST = own.at(-1)?.name.slice(0, 4) ?? ''

const migration = (name: string, sql: string, more: Partial<Migration> = {}): Migration => ({
  name,
  sql,
  checksum: name,
  runsWith: NEWEST,
  inTransaction: true,
  ...more,
})

/** Empties the database completely. */
const empty = async (database: Database): Promise<Database> => {
  await database.transaction((tx) => tx.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  return database
}

const exists = async ({ read }: Database, name: string): Promise<boolean> => {
  const { rows } = await read.query<{ found: boolean }>({
    text: 'SELECT to_regclass($1) IS NOT NULL AS found',
    values: [name],
  })
  return rows[0]?.found === true
}

describeOnBoth('migrations', ({ dialect, openDatabase }) => {
  const openMigrated = async () => {
    const database = await openDatabase()
    if (dialect === 'postgres') return database
    // The tests' PGlite has the schema without the record.
    await migrate(database, [])
    for (const { name, checksum, runsWith } of own) {
      await database.single.query({
        text: 'INSERT INTO schema_migration (name, checksum, runs_with) VALUES ($1, $2, $3)',
        values: [name, checksum, runsWith],
      })
    }
    return database
  }

  test('make the tables that tables.ts describe', async () => {
    const database = await empty(await openDatabase())
    expect(await migrate(database)).toEqual(own.map(({ name }) => name))
    const actual = await readSchemaCatalog(database.read)
    const described = await empty(await openDatabase())
    const domains = own[0]?.sql ?? ''
    await described.transaction(async (tx) => tx.script(`${domains};${await generateSchema()}`))
    const expected = await readSchemaCatalog(described.read)
    expect(actual.columns).toEqual(expected.columns)
    expect(actual.constraints).toEqual(expected.constraints)
    // Some indexes are written by hand, as Drizzle cannot describe them.
    expect(actual.indexes).toEqual(expect.arrayContaining([...expected.indexes]))
  })

  test('a second run changes nothing', async () => {
    expect(await migrate(await openMigrated())).toEqual([])
  })

  test('a migration that was edited after it ran is refused', async () => {
    const database = await openMigrated()
    const edited = own.map((each) => ({ ...each, checksum: `${each.checksum}0` }))
    await expect(migrate(database, edited)).rejects.toThrow(MigrationMismatchError)
  })

  test('a migration that fails half-way leaves nothing, and those before it stay', async () => {
    const database = await openMigrated()
    const whole = migration('9998_whole.sql', 'CREATE TABLE whole (id int)')
    const broken = migration('9999_broken.sql', 'CREATE TABLE half (id int); SELECT 1/0')
    await expect(migrate(database, [...own, whole, broken])).rejects.toThrow('division by zero')
    expect([await exists(database, 'whole'), await exists(database, 'half')]).toEqual([true, false])
    const mended = migration('9999_broken.sql', 'CREATE TABLE half (id int)')
    expect(await migrate(database, [...own, whole, mended])).toEqual(['9999_broken.sql'])
  })

  test('what a newer program has applied is fine as long as it runs with this one', async () => {
    const database = await openMigrated()
    const expand = migration('9998_expand.sql', 'ALTER TABLE users ADD COLUMN note text')
    await migrate(database, [...own, expand])
    expect(await migrate(database)).toEqual([])
    const contract = migration('9999_contract.sql', 'ALTER TABLE users DROP COLUMN note', {
      runsWith: '9998',
    })
    await migrate(database, [...own, expand, contract])
    await expect(migrate(database)).rejects.toThrow(/9999_contract\.sql.*start a newer version/)
    expect(await migrate(database, [...own, expand])).toEqual([])
  })

  test('an unknown migration between the program’s own is refused', async () => {
    const database = await openMigrated()
    await migrate(database, [migration('0003_foreign.sql', 'SELECT 1', { runsWith: '0003' }), ...own])
    await expect(migrate(database)).rejects.toThrow(/0003_foreign\.sql.*does not have/)
  })

  test('outside a transaction each statement commits; what was interrupted runs again from its first', async () => {
    const database = await openMigrated()
    const build = 'CREATE INDEX CONCURRENTLY users_late ON users (activated_at)'
    const drop = 'DROP INDEX CONCURRENTLY IF EXISTS users_late'
    const outside = (...statements: string[]) =>
      migration('9999_outside.sql', statements.join(`\n${STATEMENT_BREAK}\n`), { inTransaction: false })
    await expect(migrate(database, [...own, outside(drop, build, 'SELECT 1/0')])).rejects.toThrow(/zero/)
    expect(await exists(database, 'users_late')).toBe(true)
    expect(await migrate(database, [...own, outside(drop, build)])).toEqual(['9999_outside.sql'])
    expect(await migrate(database, [...own, outside(drop, build)])).toEqual([])
  })

  if (dialect === 'pglite') return

  test('of several processes at once one applies each migration', async () => {
    const database = await empty(await openDatabase())
    await Promise.all(Array.from({ length: 4 }, () => migrate(database)))
    const { rows } = await database.read.query<{ name: string }>({
      text: 'SELECT name FROM schema_migration ORDER BY name',
    })
    expect(rows.map(({ name }) => name)).toEqual(own.map(({ name }) => name))
  })

  test('a migration that waits for a table holds up no request on it', async () => {
    const database = await openMigrated()
    const read = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const long = database.transaction(async (tx) => {
      await tx.query({ text: 'SELECT count(*) FROM users' })
      read.resolve()
      await end.promise
    })
    await read.promise
    const added = migration('9999_added.sql', 'ALTER TABLE users ADD COLUMN note text')
    const migrating = migrate(database, [...own, added])
    const waiting = async (): Promise<boolean> => {
      const { rows } = await database.read.query({
        text: `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'users'::regclass`,
      })
      return rows.length > 0
    }
    await expect.poll(waiting, { timeout: 60_000 }).toBe(true)
    // Queued behind the migration; answered while the long transaction still holds the table.
    await database.read.query({ text: 'SELECT count(*) FROM users' })
    end.resolve()
    await long
    expect(await migrating).toEqual(['9999_added.sql'])
  })
})
