import { describeOnPostgres } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { openDatabase } from './open-database.ts'
import { DatabaseUnreachableError } from './require-connection.ts'

/** Message of the refusal; a wrong password is a row of apps/server/test/servers/start-faults/start-faults.test.ts. */
const refusalOf = async (databaseUrl: string): Promise<string> => {
  const error = await openDatabase({ databaseUrl, dataDirectory: '/nowhere' }, createLogger('silent')).then(
    (database) => database.close(),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DatabaseUnreachableError)
  const { message } = error as Error
  expect(message).toMatch(/^DATABASE_URL: .*$/)
  expect(message).not.toContain('hunter2')
  return message
}

test('a server that is not there is named by host and database alone', async () => {
  expect(await refusalOf('postgresql://u:hunter2@127.0.0.1:1/dr?application_name=hunter2')).toBe(
    'DATABASE_URL: no server takes connections there (127.0.0.1:1/dr, ECONNREFUSED)',
  )
  expect(await refusalOf('postgresql://u:hunter2@db.invalid/dr')).toContain('(db.invalid/dr')
})

describeOnPostgres('of a server that is there', () => {
  test('a database that does not exist', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const missing = new URL(url)
    missing.pathname = '/no_such_database'
    missing.password = 'hunter2'
    expect(await refusalOf(missing.href)).toBe(
      `DATABASE_URL: there is no such database (${missing.host}/no_such_database, 3D000)`,
    )
  })
})
