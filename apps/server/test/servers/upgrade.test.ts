/**
 * The released version → this one → the released one again, on one database: no request fails, and nothing is
 * lost.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, openTestPostgres, startPostgres, testWallet } from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { auditLedger } from '../../src/modules/ledger/index.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { readMigrations } from '../../src/platform/database/migration/migration-files.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { fillData } from '../app/server-data.ts'
import { type Chain, startChain } from '../app/test-app.ts'
import { readSchemaCatalog } from '../schema/schema-catalog.ts'
import { type Load, startLoad } from './load.ts'
import { startProxy } from './proxy.ts'
import { openReleasedProgram, type ReleasedProgram } from './released-program.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createTestClient } from './test-client.ts'

const ORIGIN = 'http://app.test'
const PATIENCE = { timeout: 120_000, interval: 100 }
/**
 * Registrations take processor time from the processes that are replaced: without a pause only in the full
 * run.
 */
const PAUSE_MS = process.env.FULL === '1' ? 0 : 250
const READS_PER_SECOND = process.env.FULL === '1' ? 50 : 20
/** Existing users; a million of them with `FULL`. */
const USERS = process.env.FULL === '1' ? 1_000_000 : 1_000

let chain: Chain
let released: ReleasedProgram
const openChain = async (): Promise<void> => {
  chain = await startChain()
  await chain.anvil.client.setIntervalMining({ interval: 1 })
}
beforeAll(async () => {
  await openChain()
  released = await openReleasedProgram()
})
afterAll(async () => {
  await released?.remove()
  await chain?.anvil.stop()
})

const openDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-upgrade-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await fillData(chain, directory)
  return directory
}

const environmentOf = (directory: string): Record<string, string> => ({
  PORT: '0',
  DATA_DIR: directory,
  RPC_URLS: chain.anvil.url,
  PUBLIC_ORIGIN: ORIGIN,
  LOG_LEVEL: 'info',
  RATE_LIMIT_FACTOR: '100000',
  DATABASE_POOL_MAX: '6',
})

const readInviteCode = async (port: number): Promise<string> => {
  const { data } = await createTestClient(port).get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
  return data.genesisInviteCode
}

/** Column of a line of the schema's catalog: `table.column`. */
const columnOf = (line: string): string => line.split(' ', 1)[0] ?? ''
const tableOf = (line: string): string => line.split('.', 1)[0] ?? ''
const isNullable = (line: string): boolean => !line.includes(' NOT NULL')

const expectNoErrors = (server: ServerProcess): void => {
  const errors = server
    .said()
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"/.test(line))
  expect(errors.slice(0, 3)).toEqual([])
}

const requireSessions = async (port: number, tokens: readonly string[]): Promise<void> => {
  const client = createTestClient(port)
  for (const token of tokens) {
    expect((await client.send(await client.seal(CALLS.getProfile.path, undefined, token))).code).toBe(0)
  }
}

describeOnPostgres('an update without a pause', () => {
  /**
   * Reads at a steady rate, beside `load`; returns the number of answers, and the first ones other than 0.
   */
  const startReads = (port: number) => {
    const stopping = new AbortController()
    const failed: string[] = []
    let answered = 0
    const read = async (): Promise<void> => {
      const response = await fetch(`http://localhost:${port}${CALLS.drgvPrice.path}`)
      const { code } = (await response.json()) as { code: number }
      if (code === 0) answered += 1
      else failed.push(`${response.status} ${code}`)
    }
    const pace = async (): Promise<void> => {
      const reads: Promise<void>[] = []
      while (!stopping.signal.aborted) {
        reads.push(read().catch((error: unknown) => void failed.push(inspect(error))))
        await delay(1000 / READS_PER_SECOND)
      }
      await Promise.all(reads)
    }
    const pacing = pace()
    return {
      failed,
      answered: () => answered,
      stop: async () => {
        stopping.abort()
        await pacing
      },
    }
  }

  const open = async () => {
    const cluster = await startPostgres({
      durable: true,
      settings: ['log_lock_waits=on', 'deadlock_timeout=1s'],
    })
    onTestFinished(() => cluster.stop())
    const url = cluster.url('postgres')
    const environment = { ...environmentOf(await openDirectory()), DATABASE_URL: url }
    const proxy = await startProxy()
    onTestFinished(() => proxy.close())
    const database = openPostgres({ url, poolMax: 2 })
    onTestFinished(() => database.close())
    return { cluster, environment, proxy, database }
  }

  const fillUsers = async ({ single }: Database): Promise<void> => {
    await single.query({
      text: `INSERT INTO users (address, invite_code, registered_at)
        SELECT '0x' || lpad(to_hex(n), 40, '0'), translate(lpad(upper(to_hex(n)), 8, 'Z'), '01', 'XY'), now()
        FROM generate_series(1, $1::int) n`,
      values: [USERS],
    })
    await single.script('ANALYZE users')
  }

  const moves = async (load: Load, reads: { answered(): number }): Promise<void> => {
    const [registered, answered] = [load.registered.length, reads.answered()]
    await vi.waitFor(() => {
      expect(load.registered.length).toBeGreaterThan(registered + 3)
      expect(reads.answered()).toBeGreaterThan(answered + READS_PER_SECOND)
    }, PATIENCE)
  }

  test('released → this → released, two replicas, one replaced after the other', {
    timeout: 900_000,
  }, async () => {
    const { cluster, environment, proxy, database } = await open()
    const start = (program?: string) => startServerProcess(environment, { program })
    let running = [await start(released.program), await start(released.program)]
    await fillUsers(database)
    await proxy.route(running.map(({ port }) => port))
    const inviteCode = await readInviteCode(proxy.port)
    const load = startLoad([proxy.port], { origin: ORIGIN, inviteCode, callers: 2, pauseMs: PAUSE_MS })
    onTestFinished(load.stop)
    const reads = startReads(proxy.port)
    onTestFinished(reads.stop)
    await moves(load, reads)

    for (const program of [undefined, undefined, released.program, released.program]) {
      const next = await start(program)
      const [old, other] = running as [ServerProcess, ServerProcess]
      running = [other, next]
      await proxy.route(running.map(({ port }) => port))
      expect(await old.stop()).toBe(0)
      expectNoErrors(old)
      await moves(load, reads)
    }
    await Promise.all([load.stop(), reads.stop()])
    running.forEach(expectNoErrors)

    expect(reads.failed).toEqual([])
    expect(load.answers.filter(({ code }) => code !== 0)).toEqual([])
    expect(load.unanswered).toBe(0)
    // PostgreSQL's message about waiting for a lock longer than a second.
    expect(cluster.log()).not.toMatch(/still waiting for/)
    await requireSessions(
      proxy.port,
      load.registered.slice(-20).map(({ token }) => token),
    )
    const { rows } = await database.read.query<{ n: bigint }>({
      text: 'SELECT count(DISTINCT address) AS n FROM users WHERE activated_at IS NOT NULL AND address = ANY($1::text[])',
      values: [load.registered.map(({ address }) => address)],
    })
    expect(Number(rows[0]?.n)).toBe(load.registered.length)
    const { rows: applied } = await database.read.query({
      text: 'SELECT name FROM schema_migration ORDER BY name',
    })
    expect(applied).toEqual(readMigrations().map(({ name }) => ({ name })))
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('what the released program reads and writes is still there, and nothing new is asked of it', async () => {
    const { database } = await openTestPostgres()
    onTestFinished(() => database.close())
    const now = await readSchemaCatalog(database.read)
    const [domains] = readMigrations()
    const schema = await released.generateSchema()
    await database.single.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    await database.transaction((tx) => tx.script(`${domains?.sql};${schema}`))
    const then = await readSchemaCatalog(database.read)
    const before = new Map(then.columns.map((line) => [columnOf(line), line]))
    const tables = new Set([...before.keys()].map(tableOf))
    const gone = [...before.keys()].filter((name) => !now.columns.some((line) => columnOf(line) === name))
    expect(gone).toEqual([])
    const required = now.columns.filter((line) => {
      const was = before.get(columnOf(line))
      if (was !== undefined) return isNullable(was) && !isNullable(line)
      return tables.has(tableOf(line)) && !isNullable(line) && !/ (?:DEFAULT|IDENTITY)/.test(line)
    })
    expect(required).toEqual([])
  })
})

describe('an update on PGlite', () => {
  // Another ledger on the same chain would find the roots of the first, whose files it does not have.
  beforeAll(async () => {
    await chain.anvil.stop()
    await openChain()
  })
  test('one process after the other: released → this → released', { timeout: 600_000 }, async () => {
    const environment = environmentOf(await openDirectory())
    const tokens: string[] = []
    for (const [index, program] of [released.program, undefined, released.program].entries()) {
      const server = await startServerProcess(environment, { program })
      await requireSessions(server.port, tokens)
      const client = createTestClient(server.port)
      const more = { inviteCode: await readInviteCode(server.port) }
      const wallet = testWallet(`upgrade ${index}`)
      const { code, data } = await client.signIn(wallet, CALLS.register.path, { origin: ORIGIN, more })
      expect(code).toBe(0)
      tokens.push(data.token)
      expect(await server.stop()).toBe(0)
      expectNoErrors(server)
    }
  })
})
