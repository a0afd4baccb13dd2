import { readFileSync } from 'node:fs'
import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { generatedSchemaFile, generateSchema } from './generate-schema.ts'
import { MigrationMismatchError, migrate, readMigrations } from './migrate.ts'

test('migrations: 0001_schema.sql is what all tables.ts say', async () => {
  // on failure: flock /tmp/migrations.lock npm run -w @dr/server migrations
  expect(readFileSync(generatedSchemaFile, 'utf8')).toBe(await generateSchema())
})

describeOnBoth('migrations', ({ dialect, openDatabase }) => {
  const withSchema = async () => {
    const database = await openDatabase()
    if (dialect === 'pglite') await database.transaction((tx) => tx.script(RECORD))
    return database
  }
  const RECORD = [
    'CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL)',
    ...readMigrations().map(
      ({ name, checksum }) => `INSERT INTO schema_migration VALUES ('${name}', '${checksum}')`,
    ),
  ].join(';\n')

  test('a second run changes nothing', async () => {
    const database = await withSchema()
    expect(await migrate(database)).toEqual([])
  })

  test('a migration that was changed after it ran is refused', async () => {
    const database = await withSchema()
    const changed = readMigrations().map((migration) => ({
      ...migration,
      checksum: `${migration.checksum}0`,
    }))
    await expect(migrate(database, changed)).rejects.toBeInstanceOf(MigrationMismatchError)
  })

  test('a migration that fails half-way leaves nothing', async () => {
    const database = await withSchema()
    const broken = { name: '9999_broken.sql', sql: 'CREATE TABLE half (id int); SELECT 1/0', checksum: 'x' }
    await expect(migrate(database, [...readMigrations(), broken])).rejects.toThrow()
    const { rows } = await database.read.query({ text: `SELECT to_regclass('half') AS half` })
    expect(rows).toEqual([{ half: null }])
  })
})
