import { describeOnPostgres } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { expect, onTestFinished, test } from 'vitest'
import { tryAdvisoryLock } from './postgres-lock.ts'

describeOnPostgres('the advisory lock', () => {
  test('that cannot be asked for leaves no connection behind', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    await database.single.script(`CREATE SCHEMA trap;
      CREATE FUNCTION trap.pg_try_advisory_lock(bigint) RETURNS boolean LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'out of shared memory'; END $$`)
    const trapped = {
      connectionString: url,
      application_name: 'lock-test',
      options: '-c search_path=trap,pg_catalog',
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(tryAdvisoryLock(trapped, 'a', database)).rejects.toThrow('out of shared memory')
    }
    const connections = async () => {
      const { rowCount } = await database.read.query({
        text: `SELECT 1 FROM pg_stat_activity WHERE application_name = 'lock-test'`,
      })
      return rowCount
    }
    await expect.poll(connections, { timeout: 5_000 }).toBe(0)
  })
})
