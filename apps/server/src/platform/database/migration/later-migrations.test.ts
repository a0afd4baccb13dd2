import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { checkMigration } from '../../../../test/schema/check-migration.ts'
import { migrate } from './migrate.ts'
import { type Migration, numberOf, readMigrations, STATEMENT_BREAK } from './migration-files.ts'

/** The newest migration of version 1.0.6; those up to it created an empty database. */
const FROZEN = '0021'

const sample = (sql: string, inTransaction = true): Migration => ({
  name: '9999_sample.sql',
  sql,
  checksum: '',
  runsWith: FROZEN,
  inTransaction,
})

describeOnPostgres('later migrations', ({ openDatabase }) => {
  test('each keeps writers from no table for longer than a moment', async () => {
    const database = await openDatabase()
    await database.single.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    const all = readMigrations()
    await migrate(
      database,
      all.filter(({ name }) => numberOf(name) <= FROZEN),
    )
    for (const migration of all.filter(({ name }) => numberOf(name) > FROZEN)) {
      expect([migration.name, await checkMigration(database, migration)]).toEqual([migration.name, []])
    }
  })

  test.each([
    ['ALTER TABLE users ADD COLUMN note text', []],
    ['ALTER TABLE users ADD COLUMN note text NOT NULL DEFAULT $$none$$', []],
    ['ALTER TABLE users ADD CHECK (id > 0) NOT VALID', []],
    ['CREATE TABLE later (id int PRIMARY KEY, users bigint REFERENCES users)', []],
    ['ALTER TABLE users ADD COLUMN note uuid DEFAULT gen_random_uuid()', ['rewrites users']],
    ['ALTER TABLE suspense_event ALTER COLUMN log_index TYPE bigint', ['rewrites suspense_event']],
    ['ALTER TABLE users ADD CHECK (id > 0)', ['scans users while writers wait']],
    ['CREATE INDEX users_late ON users (activated_at)', ['scans users while writers wait']],
  ])('%s', async (sql, findings) => {
    expect(await checkMigration(await openDatabase(), sample(sql))).toEqual(findings)
  })

  test('outside a transaction there are only statements that can be repeated', async () => {
    const build = 'CREATE INDEX CONCURRENTLY IF NOT EXISTS users_late ON users (activated_at)'
    const script = ['-- transaction: none\nDROP INDEX CONCURRENTLY IF EXISTS users_late', build]
    expect(
      await checkMigration(await openDatabase(), sample(script.join(`\n${STATEMENT_BREAK}\n`), false)),
    ).toEqual([])
    const twice = 'CREATE INDEX CONCURRENTLY users_late ON users (activated_at)'
    expect(await checkMigration(await openDatabase(), sample(twice, false))).toEqual([
      `runs outside a transaction, and cannot be repeated: ${twice}`,
    ])
  })

  test('the program it runs with is older than itself', async () => {
    const silent = { ...sample('SELECT 1'), runsWith: '9999' }
    expect(await checkMigration(await openDatabase(), silent)).toEqual([
      'does not say which older program it runs with',
    ])
  })
})
