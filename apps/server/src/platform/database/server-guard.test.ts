import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeOnPostgres } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { createRegistry } from '../metrics.ts'
import { openDatabase } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import { readSeenServer, writeSeenServer } from './seen-server.ts'
import {
  createServerGuard,
  SERVER_CHECK,
  type SeenServer,
  type ServerGuard,
  ServerRefusedError,
  type ServerRow,
} from './server-guard.ts'

const rowOf = (seen: SeenServer, row: Partial<ServerRow> = {}): ServerRow => ({
  read_only: false,
  system_id: seen.systemId,
  timeline: seen.timeline,
  statement_timeout: 0,
  idle_timeout: 0,
  ...row,
})
const folder = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-seen-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

test('the highest timeline of the first system is the lowest that is accepted', () => {
  const raised: SeenServer[] = []
  const guard = createServerGuard({ onSeen: (seen) => void raised.push(seen) })
  const judge = (systemId: string, timeline: number) => () => guard.judge(rowOf({ systemId, timeline }))
  judge('1', 3)()
  judge('1', 3)()
  judge('1', 5)()
  expect(judge('1', 4)).toThrow(ServerRefusedError)
  expect(judge('2', 9)).toThrow(/system identifier/)
  judge('1', 5)()
  expect(raised).toEqual([
    { systemId: '1', timeline: 3 },
    { systemId: '1', timeline: 5 },
  ])
  expect(() => guard.judge(rowOf({ systemId: '1', timeline: 6 }, { read_only: true }))).toThrow(/read-only/)
  expect(() => guard.judge(rowOf({ systemId: '1', timeline: 6 }, { timeline: null }))).toThrow(/read-only/)
})

test('what was seen before a restart counts for the same system alone', () => {
  const directory = folder()
  expect(readSeenServer(directory)).toBeUndefined()
  writeSeenServer(directory, { systemId: '1', timeline: 4 })
  writeSeenServer(directory, { systemId: '1', timeline: 2 })
  const remembered = readSeenServer(directory)
  expect(remembered).toEqual({ systemId: '1', timeline: 4 })
  const guard = createServerGuard({ remembered })
  expect(() => guard.judge(rowOf({ systemId: '1', timeline: 3 }))).toThrow(/older than 4/)
  createServerGuard({ remembered }).judge(rowOf({ systemId: '2', timeline: 1 }))
  writeSeenServer(directory, { systemId: '2', timeline: 1 })
  expect(readSeenServer(directory)).toEqual({ systemId: '2', timeline: 1 })
  writeFileSync(join(directory, 'database-server.json'), '{"systemId"')
  expect(readSeenServer(directory)).toBeUndefined()
})

describeOnPostgres('connections to a server that was replaced', () => {
  const open = async (guard: ServerGuard = createServerGuard()) => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const guarded = openPostgres({ url, poolMax: 2, guard })
    onTestFinished(() => guarded.close())
    const { rows } = await database.read.query<ServerRow>({ text: SERVER_CHECK })
    return { database, guarded, url, server: rows[0] as ServerRow }
  }
  const select = { text: 'SELECT 1 AS one' }

  test('are not used again, wherever they are, and new ones are refused', async () => {
    const guard = createServerGuard()
    const { guarded, server } = await open(guard)
    expect(server.timeline).toBe(1)
    await guarded.read.query(select)
    const lock = await guarded.tryLock('worker')
    if (!lock) throw new Error('the lock is free')
    onTestFinished(() => lock.release())
    const lost: unknown[] = []
    const listening = await guarded.listen({
      onAnnouncements: () => undefined,
      onLost: (error) => void lost.push(error),
      onGap: () => undefined,
    })
    onTestFinished(listening.stop)

    // As if another connection of the process had found a primary promoted meanwhile.
    guard.judge({ ...server, timeline: 2 })
    await expect(guarded.read.query(select)).rejects.toThrow(ServerRefusedError)
    await expect(guarded.single.query(select)).rejects.toThrow(ServerRefusedError)
    await expect(guarded.transaction((tx) => tx.query(select))).rejects.toThrow(ServerRefusedError)
    await expect(guarded.session((session) => session.query(select))).rejects.toThrow(ServerRefusedError)
    await expect(guarded.tryLock('other')).rejects.toThrow(ServerRefusedError)
    await expect.poll(() => lock.lost.aborted, { timeout: 10_000 }).toBe(true)
    await expect.poll(() => lost.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(lost[0]).toBeInstanceOf(ServerRefusedError)
  })

  test('are refused while the server takes no writes', async () => {
    const { database, url } = await open()
    const name = new URL(url).pathname.slice(1)
    await database.single.script(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    const other = openPostgres({ url, poolMax: 1 })
    onTestFinished(() => other.close())
    await expect(other.read.query(select)).rejects.toThrow(/read-only/)
  })

  test('are recognised by a role without privileges', async () => {
    const { database, url } = await open()
    const role = `plain_${new URL(url).pathname.slice(-8)}`
    await database.single.script(`CREATE ROLE ${role} LOGIN`)
    const plain = new URL(url)
    plain.username = role
    const client = new pg.Client({ connectionString: String(plain) })
    await client.connect()
    const { rows } = await client.query<ServerRow>(SERVER_CHECK)
    await client.end()
    await database.single.script(`DROP ROLE ${role}`)
    expect(rows[0]).toMatchObject({ read_only: false, timeline: 1 })
  })

  test('are refused after a restart too', async () => {
    const { url, server } = await open()
    const directory = folder()
    writeSeenServer(directory, { systemId: server.system_id, timeline: 7 })
    const lines: string[] = []
    const logger = createLogger('warn', { write: (line) => void lines.push(line) })
    const registry = createRegistry({ defaults: false })
    const choice = { databaseUrl: url, dataDirectory: directory, registry }
    const starting = openDatabase(choice, logger)
    await expect(starting).rejects.toThrow(/timeline 1 is older than 7/)
    expect(lines.length).toBe(1)
    expect(await registry.metrics()).toMatch(/^database_server_refused_total 1$/m)
    rmSync(join(directory, 'database-server.json'))
    const database = await openDatabase(choice, logger)
    await database.close()
    expect(await registry.metrics()).toMatch(/^database_timeline 1$/m)
    expect(readSeenServer(directory)).toEqual({ systemId: server.system_id, timeline: 1 })
  })

  test('behind a pooler are asked in each transaction, keep nothing prepared, and need time-outs', async () => {
    const { database, url, server } = await open()
    const guard = createServerGuard()
    const pooled = openPostgres({ url, directUrl: url, poolMax: 1, guard })
    onTestFinished(() => pooled.close())
    await expect(pooled.read.query(select)).rejects.toThrow(/connect_query/)
    const name = new URL(url).pathname.slice(1)
    await database.single.script(`ALTER DATABASE ${name} SET statement_timeout = '60s';
      ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '60s'`)

    const named = { name: 'one', text: 'SELECT $1::int AS one', values: [1] }
    const prepared = { text: 'SELECT name FROM pg_prepared_statements' }
    await pooled.read.query(named)
    await pooled.transaction((tx) => tx.query(named))
    expect((await pooled.read.query(prepared)).rows).toEqual([])

    guard.judge({ ...server, timeline: 2 })
    await expect(pooled.transaction((tx) => tx.query(select))).rejects.toThrow(/timeline 1 is older than 2/)
    await pooled.read.query(select) // moves no money
  })
})
