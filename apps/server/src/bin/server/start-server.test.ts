import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { NODE_ENVIRONMENT, testWallet } from '@dr/test-kit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { metricsIn } from '../../../../../deploy/prometheus/metrics-in.ts'
import { readRules } from '../../../../../deploy/prometheus/read-rules.ts'
import { prepareData, prepareDataAndPglite } from '../../../test/app/server-data.ts'
import { type Chain, startChain } from '../../../test/app/test-app.ts'
import { createTestClient } from '../../../test/servers/test-client.ts'
import { ConfigError, readConfig } from '../../platform/config/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { openFoundation } from './open-foundation.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { threadsFor } from './thread-pool.ts'

const alice = testWallet('alice')
const logger = createLogger('silent')
const program = fileURLToPath(new URL('../all.ts', import.meta.url))

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
  await chain.anvil.client.setIntervalMining({ interval: 1 })
})
afterAll(() => chain.anvil.stop())

const environmentOf = (directory: string) => ({
  PORT: '0',
  DATA_DIR: directory,
  RPC_URLS: chain.anvil.url,
  LOG_LEVEL: 'info',
})

const start = async (directory: string): Promise<RunningServer> => {
  const server = await startServer(readConfig(environmentOf(directory)), { logger })
  onTestFinished(() => server.stop())
  return server
}

describe('startServer', () => {
  test('serves once it has caught up, keeps its data over a restart, and shuts down cleanly', async () => {
    const directory = await prepareData(chain)
    const first = await start(directory)
    const ready = await fetch(`http://localhost:${first.port}/readyz`)
    expect(ready.status).toBe(200)
    const client = createTestClient(first.port)
    const { data: config } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
    expect(config).toMatchObject({
      chain: { chainId: 31_337 },
      features: { faucet: false },
      contracts: { DigitalRights: chain.deployment.contracts.digitalRights.toLowerCase() },
    })
    const registered = await client.signIn(alice, CALLS.register.path, {
      more: { inviteCode: config.genesisInviteCode },
    })
    expect(registered).toMatchObject({ code: 0, data: { profile: { activated: true } } })
    expect((await client.get(CALLS.products.path)).code).toBe(0)
    expect((await client.get(CALLS.overview.path)).code).toBe(0)
    expect((await client.get(CALLS.drgvPrice.path)).code).toBe(0)
    for (const file of ['nonce-key', 'request-keys']) {
      expect((await stat(join(directory, 'secrets', file))).mode & 0o077).toBe(0)
    }
    await first.stop()
    await first.stop()
    await expect(fetch(`http://localhost:${first.port}/healthz`)).rejects.toThrow()

    const second = await start(directory)
    const again = createTestClient(second.port)
    expect((await again.signIn(alice, CALLS.login.path)).code).toBe(0)
    expect((await again.get(CALLS.publicConfig.path)).data).toEqual(config)
  })

  test('does not start on a fault: says what is wrong and leaves nothing open', async () => {
    const directory = await prepareDataAndPglite(chain)
    const config = readConfig(environmentOf(directory))
    await expect(startServer({ ...config, roles: ['api'] }, { logger })).rejects.toThrow(ConfigError)
    const elsewhere = { ...config, chain: { ...config.chain, chainId: 56 } }
    await expect(startServer(elsewhere, { logger })).rejects.toThrow('serves chain 31337, not 56')
    // Its emission has other constants than those with which rewards are computed here.
    const older = readConfig(environmentOf(await prepareDataAndPglite(chain)))
    const contracts = { ...older.contracts, Emission: older.contracts.DR }
    await expect(startServer({ ...older, contracts }, { logger })).rejects.toThrow(
      'of another version of this program (DAILY_RATE_INITIAL, ERA_DAYS, POWER_FLOOR)',
    )
    // In production a missing pepper is not created; a process without the API needs none.
    const production = { ...config, local: false }
    await expect(startServer(production, { logger })).rejects.toThrow(
      `cannot read the secret ${join(directory, 'secrets', 'payment-pepper')}`,
    )
    const { close, secrets } = await openFoundation({ ...production, roles: ['worker'] }, logger)
    await close()
    expect(secrets).toBeUndefined()
    const server = await start(directory)
    const taken = { ...config, port: server.port, dataDirectory: await prepareDataAndPglite(chain) }
    await expect(startServer(taken, { logger })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    // A second server on the same data folder is refused, the first continues.
    await expect(startServer(config, { logger })).rejects.toThrow('is open in process')
    expect((await createTestClient(server.port).get('/healthz')) as unknown).toMatchObject({ status: 'ok' })
  })
})

/** Metrics of another program (deploy/prometheus/figures.test.ts). */
const OF_THE_SIGNING_PROCESS = ['SignerCapNear', 'SignerDown', 'SignerRefuses']
/** Metrics of a PostgreSQL server, which this test does not have (deploy/prometheus/figures.test.ts has). */
const OF_POSTGRESQL = ['DatabaseFailedOver', 'DatabaseServerRefused', 'DatabaseTimelinesDiffer']
const OF_OTHERS: ReadonlySet<string> = new Set([...OF_THE_SIGNING_PROCESS, ...OF_POSTGRESQL])

test('what the alarms read is there, and so is whatever calls itself an alarm', async () => {
  const { port } = await start(await prepareDataAndPglite(chain))
  const readHelps = async () => {
    const text = await (await fetch(`http://localhost:${port}/metrics`)).text()
    return new Map(
      [...text.matchAll(/^# HELP (\w+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]),
    )
  }
  const own = (await readRules()).filter(
    ({ alert, labels }) => labels.source === undefined && !OF_OTHERS.has(alert),
  )
  const read = own.flatMap(({ expr }) => metricsIn(expr)).map(({ name }) => name)
  // A histogram has several series: its buckets.
  const named = new Set(read.map((name) => name.replace(/_bucket$/, '')).filter((name) => name !== 'up'))
  expect(named.size).toBeGreaterThan(8)
  // The ticks' own appear when this process leads.
  const missing = async () => {
    const helps = await readHelps()
    return [...named].filter((name) => !helps.has(name))
  }
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
  const alarms = [...(await readHelps())]
    .filter(([, help]) => help.includes('is an alarm'))
    .map(([name]) => name)
  expect(alarms.filter((name) => !named.has(name))).toEqual([])
})

describe('the process', () => {
  const spawnServer = (environment: Record<string, string>) => {
    const child = spawn(process.execPath, [program], {
      env: { ...NODE_ENVIRONMENT, ...environment },
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    return child
  }
  const exitOf = (child: ChildProcess): Promise<number | null> =>
    new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  const portOf = (child: ChildProcess): Promise<number> =>
    new Promise((resolve, reject) => {
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += String(chunk)
        const port = /"port":(\d+)/.exec(output)?.[1]
        if (port) resolve(Number(port))
      })
      child.once('exit', () => reject(new Error(output)))
    })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s: answers what it has, then exits with 0', async (signal) => {
    const child = spawnServer(environmentOf(await prepareDataAndPglite(chain)))
    const port = await portOf(child)
    const exit = exitOf(child)
    const inFlight = Array.from({ length: 20 }, () => createTestClient(port).get(CALLS.products.path))
    await Promise.any(inFlight)
    child.kill(signal)
    const answers = await Promise.allSettled(inFlight)
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const answer of answers) if (answer.status === 'fulfilled') expect(answer.value.code).toBe(0)
    expect(await exit).toBe(0)
  })

  /** Thread names depend on Linux and Node; elsewhere there is nothing to count. */
  test.skipIf(process.platform !== 'linux')('has the threads it is to have, not four', async () => {
    const child = spawnServer({
      ...environmentOf(await prepareDataAndPglite(chain)),
      UV_THREADPOOL_SIZE: '3',
    })
    const plain = spawnServer(environmentOf(await prepareDataAndPglite(chain)))
    const poolOf = async ({ pid }: ChildProcess): Promise<number> => {
      const tasks = await readdir(`/proc/${pid}/task`)
      const names = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/comm`, 'utf8')))
      return names.filter((name) => name.trim() === 'libuv-worker').length
    }
    await Promise.all([child, plain].map(portOf)) // they have created their keys by then, on those threads
    expect([await poolOf(child), await poolOf(plain)]).toEqual([3, threadsFor(availableParallelism())])
  })

  test('a wrong setting is named, without a stack, and the exit code is 1', async () => {
    const child = spawnServer({ CHAIN_ID: '56' })
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    expect(await exitOf(child)).toBe(1)
    expect(said).toMatch(/RPC_URLS: needed on chain 56/)
    expect(said).toMatch(/DATABASE_URL: needed on chain 56/)
    expect(said).not.toMatch(/ at .*\.ts/)
  })
})
