/**
 * Rotation of each secret of an API by the commands of docs/operations.md: real processes behind a proxy,
 * concurrent users, and their answers. The contracts' keys and the signing process: keys.test.ts.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, type PostgresCluster, startPostgres, testWallet } from '@dr/test-kit'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../../src/bin/server/start-server.ts'
import { hashPassword } from '../../../src/modules/security/hash-password.ts'
import { readConfig } from '../../../src/platform/config/config.ts'
import { openPostgres } from '../../../src/platform/database/postgres.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { fillData } from '../../app/server-data.ts'
import { type Chain, startChain } from '../../app/test-app.ts'
import { startLoad } from '../load.ts'
import { startProxy } from '../proxy.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { createTestClient } from '../test-client.ts'
import { readBlocks, statementOf } from './operations-document.ts'
import { startVisits } from './visits.ts'

const FULL = process.env.FULL === '1'
const REPLICAS = FULL ? 2 : 1
const ORIGIN = 'http://app.test'
const PIN = '284613'
const NONCE_REFUSED = 1009
const [OLD_TOKEN, NEW_TOKEN] = ['metrics-token-of-before', 'metrics-token-of-after']
const PATIENCE = { timeout: 120_000, interval: 50 }
const SCHEMA = fileURLToPath(new URL('../../../../../deploy/patroni/create-database.sql', import.meta.url))

describeOnPostgres('secrets are rotated', () => {
  let chain: Chain
  let cluster: PostgresCluster
  let directory: string
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    cluster = await startPostgres()
    directory = await mkdtemp(join(tmpdir(), 'dr-rotation-'))
    await fillData(chain, directory)
    psql(['--set', 'password=the first one', '--file', SCHEMA])
  })
  afterAll(async () => {
    await cluster?.stop()
    await chain?.anvil.stop()
    await rm(directory, { recursive: true, force: true })
  })

  const psql = (args: readonly string[]) =>
    execFileSync(join(cluster.binDirectory, 'psql'), [
      cluster.url('postgres'),
      '-v',
      'ON_ERROR_STOP=1',
      ...args,
    ])
  const databaseOf = (role: string) => cluster.url('digital_rights').replace('postgres@', `${role}:secret@`)
  const secret = (name: string) => join(directory, 'secrets', name)

  /** APIs behind a proxy; an indexer, which needs none of the secrets, runs in this process. */
  const open = async (role = 'digital_rights') => {
    const settings: Record<string, string> = {
      PORT: '0',
      DATA_DIR: directory,
      RPC_URLS: `${chain.anvil.url}/?key=the-first`,
      DATABASE_URL: databaseOf(role),
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: ORIGIN,
      RATE_LIMIT_FACTOR: '100000',
      PUBLIC_ANSWERS_KEPT_MS: '1000', // as in production
      METRICS_TOKEN: OLD_TOKEN,
      OPERATORS: testWallet('first operator').address,
    }
    const startIndexer = () =>
      startServer(readConfig(settings, ['indexer']), { logger: createLogger('silent') })
    let indexer = await startIndexer()
    onTestFinished(() => indexer.stop())
    const start = () => startServerProcess(settings, { role: 'api' })
    const proxy = await startProxy()
    onTestFinished(() => proxy.close())
    const said: string[] = []
    const startAll = () => Promise.all(Array.from({ length: REPLICAS }, start))
    let running = await startAll()
    const ports = () => running.map(({ port }) => port)
    await proxy.route(ports())
    const end = async (server: ServerProcess) => {
      expect(await server.stop()).toBe(0)
      said.push(server.said())
    }
    const restartOneByOne = async () => {
      for (const old of running) {
        running = [...running.filter((one) => one !== old), await start()]
        await proxy.route(ports())
        await end(old)
      }
      await indexer.stop()
      indexer = await startIndexer()
    }
    const restartAll = async (between: () => Promise<unknown>) => {
      await Promise.all(running.map(end))
      await between()
      running = await startAll()
      await proxy.route(ports())
    }
    const database = openPostgres({ url: cluster.url('digital_rights'), poolMax: 2 })
    onTestFinished(() => database.close())
    const client = createTestClient(proxy.port)
    const { genesisInviteCode: inviteCode } = (
      await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
    ).data
    return { settings, proxy, ports, restartOneByOne, restartAll, database, client, inviteCode, said, start }
  }
  type Product = Awaited<ReturnType<typeof open>>

  const signIn = async ({ client, inviteCode }: Product, name: string): Promise<string> => {
    const { data, code } = await client.signIn(testWallet(name), CALLS.register.path, {
      origin: ORIGIN,
      more: { inviteCode },
    })
    expect(code).toBe(0)
    return data.token
  }
  const ask = async ({ client }: Product, path: string, body: unknown, token: string) =>
    client.send(await client.seal(path, body, token))
  const metricsOf = async ({ ports }: Product, token: string) =>
    Promise.all(
      ports().map(
        async (port) =>
          (await fetch(`http://localhost:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } }))
            .status,
      ),
    )

  test('request keys without a restart; nonce key, database password and settings one by one: no visit fails', async () => {
    const product = await open()
    const { settings, proxy, database, restartOneByOne } = product
    const tokens = [await signIn(product, 'alice'), await signIn(product, 'bob')]
    const visits = startVisits(proxy.port, tokens)
    onTestFinished(visits.stop)

    // Request keys, rotated at once: new ones without a restart, and no visit fails.
    const keysDirectory = secret('request-keys')
    const [before] = await readdir(keysDirectory)
    const firstKey = await readFile(join(keysDirectory, String(before)), 'utf8')
    for (const name of await readdir(keysDirectory)) await rm(join(keysDirectory, name))
    await vi.waitFor(async () => {
      for (const port of product.ports()) {
        const { data } = await createTestClient(port).get<{ keys: { keyId: string }[] }>(
          CALLS.publicKeys.path,
        )
        expect(data.keys.map(({ keyId }) => `${keyId}.json`)).not.toContain(before)
      }
    }, PATIENCE)
    await visits.moves()
    // Until the old one is refused, too.
    if (FULL) await vi.waitFor(() => expect(visits.keysFetched()).toBeGreaterThan(tokens.length), PATIENCE)
    expect(visits.failed).toEqual([])

    // Secrets that need a restart, all at once: the database's role, the nonce key, tokens, an endpoint's
    // key.
    const load = startLoad([proxy.port], {
      origin: ORIGIN,
      inviteCode: product.inviteCode,
      callers: 1,
      pauseMs: 100,
    })
    onTestFinished(load.stop)
    const [newRole, oldRole] = readBlocks().filter(({ heading }) => heading === 'Another database password')
    const env = {
      PATH: [cluster.binDirectory, process.env.PATH].join(delimiter),
      ADMIN_URL: cluster.url('postgres'),
      NEW_DATABASE_PASSWORD: "it's another",
    }
    execFileSync('bash', ['--norc', '-ec', String(newRole?.script)], { env })
    await rm(secret('nonce-key'))
    Object.assign(settings, {
      DATABASE_URL: databaseOf('digital_rights_2'),
      METRICS_TOKEN: NEW_TOKEN,
      RPC_URLS: `${chain.anvil.url}/?key=the-second`,
      OPERATORS: testWallet('second operator').address,
    })
    const atEach = (status: number) => product.ports().map(() => status)
    expect(await metricsOf(product, OLD_TOKEN)).toEqual(atEach(200))
    await restartOneByOne()
    execFileSync('bash', ['--norc', '-ec', String(oldRole?.script)], { env })
    load.answers.length = 0 // sign-ins while two nonce keys are in use: checked below
    const registered = load.registered.length
    await vi.waitFor(() => expect(load.registered.length).toBeGreaterThan(registered + 4), PATIENCE)
    await visits.moves()
    await load.stop()
    expect(visits.failed).toEqual([])
    expect(load.unanswered).toBe(0)
    // The last sign-in that began at an old replica may end at a new one.
    expect(load.answers.slice(2).filter(({ code }) => code !== 0)).toEqual([])
    expect(load.answers.filter(({ code }) => code !== 0 && code !== NONCE_REFUSED)).toEqual([])
    expect(await metricsOf(product, OLD_TOKEN)).toEqual(atEach(403))
    expect(await metricsOf(product, NEW_TOKEN)).toEqual(atEach(200))
    const { rows: roles } = await database.read.query<{ name: string; n: bigint }>({
      text: `SELECT usename AS name, count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND usename <> 'postgres' GROUP BY 1`,
    })
    expect(roles.map(({ name }) => name)).toEqual(['digital_rights_2'])
    const operators = await Promise.all(
      ['first operator', 'second operator'].map(async (name) => {
        const headers = { authorization: `Bearer ${await signIn(product, name)}` }
        const answer = await fetch(`http://localhost:${proxy.port}${CALLS.operatorStops.path}`, { headers })
        return (await answer.json()) as { code: number }
      }),
    )
    expect(operators.map(({ code }) => code)).toEqual([10_004, 0])

    const secrets = [firstKey, OLD_TOKEN, NEW_TOKEN, 'the-first', 'the-second', env.NEW_DATABASE_PASSWORD]
    for (const text of product.said) for (const one of secrets) expect(text).not.toContain(one)
  })

  test.runIf(FULL)('pepper, with all APIs stopped; sessions', async () => {
    const product = await open('digital_rights_2') // the test above has closed the first one's
    const { settings, database, restartAll } = product
    const tokens = [await signIn(product, 'dora'), await signIn(product, 'emil')]
    // The pepper: all passwords become invalid, and nothing else is lost.
    const pepper = Buffer.from((await readFile(secret('payment-pepper'), 'utf8')).trim(), 'hex')
    await database.single.query({
      text: `INSERT INTO account_security (user_id, password_hash, password_set_at)
        SELECT id, $1, now() FROM users WHERE address = $2`,
      values: [await hashPassword(PIN, pepper), testWallet('dora').address.toLowerCase()],
    })
    const withdraw = async () => {
      const body = { account: 0, token: 'DR', amount: `1${'0'.repeat(21)}`, paymentPassword: PIN }
      return (await ask(product, CALLS.createWithdrawal.path, body, String(tokens[0]))).code
    }
    expect(await withdraw()).toBe(1015) // the password is right, the balance is too low
    await restartAll(async () => {
      await writeFile(secret('payment-pepper'), 'cd'.repeat(32))
      await expect(startServerProcess(settings, { role: 'api' })).rejects.toThrow(/payment-pepper is another/)
      await database.single.script(statementOf('Payment pepper'))
    })
    expect(await withdraw()).toBe(1013)
    const profile = async () =>
      Promise.all(
        tokens.map(async (token) => (await ask(product, CALLS.getProfile.path, undefined, token)).code),
      )
    expect(await profile()).toEqual([0, 0])

    // Sessions: all users sign in again.
    await database.single.script(statementOf('Sessions'))
    expect(await profile()).toEqual([1007, 1007])
    await signIn(product, 'carol')
  })
})
