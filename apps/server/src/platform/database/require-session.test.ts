import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeOnPostgres, freePort, spawnTied, stopProcess } from '@dr/test-kit'
import { serverUser } from '@dr/test-kit/postgres-cluster'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { openDatabase } from './open-database.ts'
import { NoSessionError, requireSession } from './require-session.ts'

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0
if (!hasPgBouncer) process.stderr.write('SKIPPED: sessions behind PgBouncer (none installed)\n')
test.skipIf(!process.env.CI || hasPgBouncer)('pgbouncer is installed', () => expect(hasPgBouncer).toBe(true))

/** A URL of the database of `url` through PgBouncer. */
const pool = async (url: string, settings: string): Promise<string> => {
  const { hostname, port, pathname } = new URL(url)
  const listening = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${port} user=postgres\n
[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listening}\nunix_socket_dir =\nauth_type = any\n
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout\n${settings}\n`,
  )
  spawnSync('chmod', ['-R', 'a+rX', directory])
  const child = spawnTied('pgbouncer', [file], { user: serverUser() })
  onTestFinished(async () => {
    await stopProcess(child, 'SIGKILL')
    rmSync(directory, { recursive: true })
  })
  const pooled = `postgresql://postgres@127.0.0.1:${listening}${pathname}`
  const answers = async () => {
    const client = new pg.Client({ connectionString: pooled })
    await client.connect()
    await client.end()
    return true
  }
  await expect.poll(() => answers().catch(() => false), { timeout: 30_000 }).toBe(true)
  return pooled
}

const open = async (): Promise<string> => {
  const { database, url } = await openTestPostgres()
  onTestFinished(() => database.close())
  return url
}

describeOnPostgres('a session of its own', () => {
  test('PostgreSQL gives, however many there are', async () => {
    const url = await open()
    await Promise.all(Array.from({ length: 5 }, () => requireSession({ url })))
  })

  test('nothing is refused because it is away', async () => {
    await requireSession({ url: await open(), directUrl: 'postgresql://127.0.0.1:1/dr' })
  })

  describe.skipIf(!hasPgBouncer)('behind PgBouncer', () => {
    test.each([
      ['in transaction mode', 'pool_mode = transaction'],
      [
        'in transaction mode, with one session',
        'pool_mode = transaction\ndefault_pool_size = 1\nquery_wait_timeout = 1',
      ],
      [
        'that takes the sessions in turn',
        'pool_mode = transaction\nserver_round_robin = 1\nmin_pool_size = 5',
      ],
      ['that resets them', 'pool_mode = transaction\nserver_reset_query_always = 1'],
    ])('it does not: %s', async (_, settings) => {
      const url = await open()
      const pooled = await pool(url, settings)
      for (let time = 0; time < 5; time += 1)
        await expect(requireSession({ url: pooled })).rejects.toThrow(NoSessionError)
      await expect(requireSession({ url, directUrl: pooled })).rejects.toThrow(/^DATABASE_DIRECT_URL: /)
      await requireSession({ url: pooled, directUrl: url })
      const start = openDatabase({ databaseUrl: pooled, dataDirectory: '/nowhere' }, createLogger('silent'))
      await expect(start).rejects.toThrow(/^DATABASE_URL: .*: set DATABASE_DIRECT_URL/)
    })

    test('in session mode it does', async () => {
      await requireSession({ url: await pool(await open(), 'pool_mode = session') })
    })
  })
})
