/** Two server processes on one durable PostgreSQL, under load, with failures of parts. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, type PostgresCluster, startPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../../src/platform/database/database.ts'
import { fillData } from '../../app/server-data.ts'
import { type Chain, startChain } from '../../app/test-app.ts'
import { expectClear, expectRegistered, LOADED_SETTINGS, type Load, openUnderLoad } from '../load.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

/** Generous, since this machine may be busy. */
const PATIENCE = { timeout: 120_000, interval: 50 }
const CALLERS = 8
const FULL = process.env.FULL === '1'
/**
 * Maximum recovery time of operations.md, from the moment that PostgreSQL accepts connections. Asserted only
 * with `FULL`: otherwise other tests share the machine, and its times prove nothing.
 */
const RECOVERY_MAX_MS = 10_000
const AWAY_MS = 25_000
/** Maximum age of readiness, which is cached for a second, plus requests in progress. */
const NOTICED_WITHIN_MS = 5_000

describeOnPostgres('replicas under load', () => {
  let chain: Chain
  let cluster: PostgresCluster
  let directory: string
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    cluster = await startPostgres({ durable: true })
    directory = await mkdtemp(join(tmpdir(), 'dr-replicas-'))
    await fillData(chain, directory)
  })
  afterAll(async () => {
    await cluster?.stop()
    await chain?.anvil.stop()
    await rm(directory, { recursive: true, force: true })
  })

  /** Two replicas, and a connection of the test to their database. */
  const open = async () => {
    const url = cluster.url('postgres')
    const environment = {
      ...LOADED_SETTINGS,
      DATA_DIR: directory,
      RPC_URLS: chain.anvil.url,
      DATABASE_URL: url,
    }
    const servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
    const [one, other] = servers
    return { servers, ...(await openUnderLoad(url, { ports: [one.port, other.port], callers: CALLERS })) }
  }

  const blockOf = async ({ read }: Database): Promise<number> => {
    const { rows } = await read.query<{ n: bigint }>({ text: 'SELECT block_number AS n FROM chain_clock' })
    return Number(rows[0]?.n)
  }

  const goesOn = (load: Load, port: number, since: number) =>
    vi.waitFor(() => {
      const good = load.answers.find(
        (one) => one.port === port && one.code === 0 && one.at > since && one.path === CALLS.register.path,
      )
      if (!good) throw new Error(`${port} has not registered a user yet`)
      return good.at - since
    }, PATIENCE)

  const expectWell = (server: ServerProcess): void => {
    expect(server.isAlive()).toBe(true)
    const errors = server
      .said()
      .split('\n')
      .filter((line) => /"level":"(?:error|fatal)"/.test(line))
    expect(errors.slice(0, 3)).toEqual([])
  }

  /**
   * Resolves when everything has recovered: both servers register users and are ready, and one of them
   * follows the chain. Returns the time of each since `since`, milliseconds.
   */
  const recover = async (
    { servers, database, load }: Awaited<ReturnType<typeof open>>,
    since: number,
  ): Promise<{ registering: number[]; ready: number[]; following: number }> => {
    const ready = async ({ port }: ServerProcess) => {
      const isReady = async () => expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
      await vi.waitFor(isReady, PATIENCE)
      return performance.now() - since
    }
    const following = async () => {
      // The test's own connections were ended too: the first query may find none.
      const before = await vi.waitFor(() => blockOf(database), PATIENCE)
      await vi.waitFor(async () => expect(await blockOf(database)).toBeGreaterThan(before), PATIENCE)
      return performance.now() - since
    }
    const [registering, readyAfter, followingAfter] = await Promise.all([
      Promise.all(servers.map(({ port }) => goesOn(load, port, since))),
      Promise.all(servers.map(ready)),
      following(),
    ])
    return { registering, ready: readyAfter, following: followingAfter }
  }

  const restarts = FULL ? (['fast', 'crash'] as const) : (['crash'] as const)
  test.each(restarts)(
    'PostgreSQL restarts (%s), then one server is killed',
    { timeout: 400_000 },
    async (how) => {
      const app = await open()
      const { servers, database, load } = app
      const [one, other] = servers
      const followsOn = async () => {
        const before = await blockOf(database)
        await vi.waitFor(async () => expect(await blockOf(database)).toBeGreaterThan(before + 2), PATIENCE)
      }
      await Promise.all(servers.map(({ port }) => goesOn(load, port, 0)))

      await cluster.restart(how) // until it accepts a connection
      const times = await recover(app, performance.now())
      const refused = load.answers.filter(({ code }) => code !== 0).length
      process.stderr.write(
        `PostgreSQL restarted (${how}) under load: registrations again after ${times.registering.map(Math.round).join(' and ')} ms, ` +
          `ready after ${times.ready.map(Math.round).join(' and ')} ms, the chain followed after ${Math.round(times.following)} ms; ` +
          `${load.registered.length} registered, ${refused} refused, ${load.unanswered} unanswered\n`,
      )
      if (FULL) {
        const slowest = Math.max(...times.registering, ...times.ready, times.following)
        expect(slowest).toBeLessThanOrEqual(RECOVERY_MAX_MS)
      }
      await followsOn()
      expectClear(load)
      servers.forEach(expectWell)

      await one.kill()
      await goesOn(load, other.port, performance.now())
      await followsOn() // whichever of them led
      await load.stop()
      expectClear(load)
      await expectRegistered(load, { database, port: other.port })
      expectWell(other)
      expect(await other.stop()).toBe(0)
    },
  )

  // Takes minutes, and asserts times: only in the full run.
  test.runIf(FULL)(
    'PostgreSQL is away for 25 s: 503 meanwhile, and all goes on within 10 s after',
    { timeout: 400_000 },
    async () => {
      const app = await open()
      const { servers, database, load } = app
      const readyz = () =>
        Promise.all(servers.map(async ({ port }) => (await fetch(`http://localhost:${port}/readyz`)).status))
      await Promise.all(servers.map(({ port }) => goesOn(load, port, 0)))
      expect(await readyz()).toEqual([200, 200])

      await cluster.shutDown('fast')
      const away = performance.now()
      await delay(NOTICED_WITHIN_MS)
      while (performance.now() - away < AWAY_MS) {
        expect(await readyz()).toEqual([503, 503])
        await delay(500)
      }
      const meanwhile = load.answers.filter(({ at }) => at > away + NOTICED_WITHIN_MS)
      for (const { port } of servers) expect(meanwhile.map((answer) => answer.port)).toContain(port)
      expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([503]))

      await cluster.startAgain()
      const times = await recover(app, performance.now())
      process.stderr.write(
        `PostgreSQL away for ${AWAY_MS} ms: registrations again after ${times.registering.map(Math.round).join(' and ')} ms, ` +
          `ready after ${times.ready.map(Math.round).join(' and ')} ms, the chain followed after ${Math.round(times.following)} ms\n`,
      )
      const slowest = Math.max(...times.registering, ...times.ready, times.following)
      expect(slowest).toBeLessThanOrEqual(RECOVERY_MAX_MS)
      await load.stop()
      expectClear(load)
      await expectRegistered(load, { database, port: servers[0].port })
      servers.forEach(expectWell)
      for (const server of servers) expect(await server.stop()).toBe(0)
    },
  )
})
