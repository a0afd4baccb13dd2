/** A server that starts while no RPC endpoint answers, and one whose endpoints fail one after the other. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, NODE_ENVIRONMENT, startFreezingProxy, testWallet } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../src/bin/server/start-server.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { prepareData } from '../app/server-data.ts'
import { type Chain, ONE, startChain } from '../app/test-app.ts'
import { equip } from './scene.ts'
import { createTestClient, type TestClient } from './test-client.ts'

const PATIENCE = { timeout: 120_000, interval: 100 }
const ORIGIN = 'http://app.test'
const SECRET = 'SECRETRPCKEY'
const READ_EVERY_MS = 20
const READ_TIMEOUT_MS = 10_000
const AWAY_MS = process.env.FULL === '1' ? 30_000 : 4_000
const alice = testWallet('endpoints')
const program = fileURLToPath(new URL('../../src/bin/all.ts', import.meta.url))

describeOnPostgres('a server without its endpoints', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    await equip(chain, alice)
  })
  afterAll(() => chain.anvil.stop())

  /** Two proxies to the chain, each of which can be stopped, started again on the same port, or cut off. */
  const openDoors = async () => {
    const doors = await Promise.all([0, 1].map(() => startFreezingProxy(chain.anvil.port)))
    const urls = doors.map(({ port }) => `http://127.0.0.1:${port}/?key=${SECRET}`)
    onTestFinished(async () => void (await Promise.allSettled(doors.map((door) => door.stop()))))
    const reopen = async (index: number) => {
      const door = await startFreezingProxy(chain.anvil.port, doors[index]?.port)
      onTestFinished(() => door.stop())
      return door
    }
    return { doors: doors as [(typeof doors)[0], (typeof doors)[0]], urls, reopen }
  }

  const prepare = async (urls: readonly string[]) => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const environment = {
      PORT: '0',
      DATA_DIR: await prepareData(chain),
      RPC_URLS: urls.join(),
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: ORIGIN,
      RATE_LIMIT_FACTOR: '100',
    }
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    const start = async () => {
      const server = await startServer(readConfig(environment), { logger })
      onTestFinished(() => server.stop())
      return { ...server, client: createTestClient(server.port) }
    }
    return { database, environment, lines, start }
  }

  const register = async (client: TestClient): Promise<string> => {
    const { data } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
    const more = { inviteCode: data.genesisInviteCode }
    const { code, data: signedIn } = await client.signIn(alice, CALLS.register.path, { origin: ORIGIN, more })
    expect(code).toBe(0)
    return signedIn.token
  }

  const blockOf = async ({ read }: Database): Promise<number> => {
    const { rows } = await read.query<{ n: bigint }>({ text: 'SELECT block_number AS n FROM chain_clock' })
    return Number(rows[0]?.n)
  }
  const expectFollows = async (database: Database): Promise<void> => {
    const before = await blockOf(database)
    await expect.poll(() => blockOf(database), PATIENCE).toBeGreaterThan(before + 2)
  }

  const QUOTES: readonly [path: string, body: unknown][] = [
    [CALLS.machineSignature.path, { productId: 'm1', machineCount: 1 }],
    [CALLS.podPowerSignature.path, { drAmount: String(100n * ONE) }],
    [CALLS.swapTokenSignature.path, { inputToken: 'USDT', outputToken: 'USDR', inputAmount: String(ONE) }],
  ]
  const quote = async (
    port: number,
    client: TestClient,
    token: string,
    [path, body]: (typeof QUOTES)[number],
  ) => {
    const { path: _, ...request } = await client.seal(path, body, token)
    const response = await fetch(`http://localhost:${port}${path}`, { method: 'POST', ...request })
    return {
      status: response.status,
      ...((await response.json()) as { code: number; data: { reason?: string } }),
    }
  }

  test.each(['refuse', 'hang'] as const)(
    'starts while all of them %s: reads are served, vouchers refused with the reason; it goes on once one is back',
    async (how) => {
      const { doors, urls, reopen } = await openDoors()
      const { database, lines, start } = await prepare(urls)
      const first = await start()
      const token = await register(first.client)
      await first.stop()
      if (how === 'refuse') await Promise.all(doors.map((door) => door.stop()))
      else for (const door of doors) door.cut()
      lines.length = 0

      const { port, client } = await start()
      const ready = await fetch(`http://localhost:${port}/readyz`)
      expect([ready.status, await ready.json()]).toMatchObject([200, { ready: true, database: 'up' }])
      for (const { path } of [CALLS.products, CALLS.publicConfig, CALLS.publicKeys, CALLS.swapTokens]) {
        const { status } = await fetch(`http://localhost:${port}${path}`)
        expect([path, status]).toEqual([path, path === CALLS.swapTokens.path ? 503 : 200])
      }
      for (const path of [CALLS.getProfile.path, CALLS.listSessions.path]) {
        expect((await client.send(await client.seal(path, undefined, token))).code).toBe(0)
      }
      for (const one of QUOTES) {
        expect(await quote(port, client, token, one)).toMatchObject({
          status: 503,
          code: 30_002,
          data: { reason: 'chain-unavailable' },
        })
      }
      expect(await (await fetch(`http://localhost:${port}/metrics`)).text()).toMatch(
        /^chain_clock_lag_seconds -?\d/m,
      )

      if (how === 'refuse') await reopen(1)
      else doors[1].heal()
      await expectFollows(database)
      const answered = async () =>
        (await quote(port, client, token, QUOTES[0] as (typeof QUOTES)[number])).status
      await expect.poll(answered, PATIENCE).toBe(200)
      expect(lines.join('')).not.toContain(SECRET)
    },
  )

  test('one of two is down, refusing or hanging: the chain is followed and vouchers are signed', async () => {
    const { doors, urls, reopen } = await openDoors()
    const { database, lines, start } = await prepare(urls)
    const { port, client } = await start()
    const token = await register(client)
    const answered = async () =>
      (await quote(port, client, token, QUOTES[0] as (typeof QUOTES)[number])).status
    doors[0].cut()
    await expectFollows(database)
    await expect.poll(answered, PATIENCE).toBe(200)
    doors[0].heal()
    await doors[1].stop()
    await expectFollows(database)
    await expect.poll(answered, PATIENCE).toBe(200)
    await reopen(1)
    await expectFollows(database)
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
    expect(lines.join('')).not.toContain(SECRET)
  })

  /** About 50 reads a second until `stop`, which returns the outcomes: path, status and code. */
  const startReads = (port: number, token: string) => {
    const { products, publicConfig, publicKeys, getProfile, listSessions } = CALLS
    const calls = [products, publicConfig, publicKeys, getProfile, listSessions]
    const reads: Promise<string>[] = []
    const read = async ({ method, path }: (typeof calls)[number]): Promise<string> => {
      const request = { method, signal: AbortSignal.timeout(READ_TIMEOUT_MS) }
      const headers: Record<string, string> = method === 'POST' ? { authorization: `Bearer ${token}` } : {}
      try {
        const response = await fetch(`http://localhost:${port}${path}`, { ...request, headers })
        return `${path} ${response.status} ${((await response.json()) as { code: number }).code}`
      } catch (error) {
        return `${path} ${String(error)}`
      }
    }
    const timer = setInterval(() => {
      reads.push(read(calls[reads.length % calls.length] as (typeof calls)[number]))
    }, READ_EVERY_MS)
    const stop = () => {
      clearInterval(timer)
      return Promise.all(reads)
    }
    onTestFinished(async () => void (await stop()))
    return { sent: () => reads.length, stop }
  }

  test.each(['refuse', 'hang'] as const)(
    'all of them go away (%s) while it runs: no read fails, and the chain is followed again once they are back',
    async (how) => {
      const { doors, urls, reopen } = await openDoors()
      const { database, lines, start } = await prepare(urls)
      const { port, client } = await start()
      const token = await register(client)
      await expectFollows(database)
      const reads = startReads(port, token)
      if (how === 'refuse') await Promise.all(doors.map((door) => door.stop()))
      else for (const door of doors) door.cut()
      await delay(1_000) // earlier reads are logged
      const [before, sentBefore] = [await blockOf(database), reads.sent()]
      await delay(AWAY_MS)
      expect(await blockOf(database)).toBe(before)
      // A busy machine sends fewer in that time, and continues until there are enough.
      await expect
        .poll(() => reads.sent() - sentBefore, PATIENCE)
        .toBeGreaterThan(AWAY_MS / (4 * READ_EVERY_MS))
      const one = QUOTES[0] as (typeof QUOTES)[number]
      expect(await quote(port, client, token, one)).toMatchObject({ status: 503, code: 30_002 })

      if (how === 'refuse') await Promise.all([reopen(0), reopen(1)])
      else for (const door of doors) door.heal()
      await expect.poll(() => blockOf(database), PATIENCE).toBeGreaterThan(before)
      await expectFollows(database)
      expect(lines.join('')).not.toContain(SECRET)
      const ends = await reads.stop()
      expect(ends.filter((end) => !end.endsWith(' 200 0'))).toEqual([])
    },
  )

  test('on a database of no server before it says what it needs, and no key of a provider', async () => {
    const { environment } = await prepare([`http://127.0.0.1:1/v3/${SECRET}`])
    const child = spawn(process.execPath, [program], {
      env: { ...NODE_ENVIRONMENT, ...environment },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    }
    expect((await once(child, 'exit'))[0]).toBe(1)
    expect(said).toContain('no endpoint of RPC_URLS answers')
    expect(said).not.toContain(SECRET)
  })
})
