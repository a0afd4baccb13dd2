/**
 * Several servers on one PostgreSQL, as in production: mostly within this process, with everything else real.
 */
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, testWallet, wrongClock } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../src/bin/server/start-server.ts'
import { ROLES, type Role, readConfig } from '../../../src/platform/config/config.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { prepareData } from '../../app/server-data.ts'
import { type Chain, startChain } from '../../app/test-app.ts'
import { startServerProcess } from '../server-process.ts'
import { createTestClient } from '../test-client.ts'

const alice = testWallet('alice')

describeOnPostgres('replicas', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
  })
  afterAll(() => chain.anvil.stop())

  test('an indexer, a worker and two APIs, each with the keys of its role alone: one session, one envelope, one follower of the chain', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const directory = await prepareData(chain)
    // Each role with its own folder, without other roles' keys.
    const keysOf = { api: ['signer'], indexer: [], worker: ['keeper', 'attester', 'drawer'] }
    const folderOf = (role: Role) => join(directory, `secrets of ${role}`)
    for (const role of ROLES) {
      await mkdir(folderOf(role), { mode: 0o700 })
      for (const name of keysOf[role]) {
        await rename(join(directory, 'secrets', name), join(folderOf(role), name))
      }
    }
    const environment = {
      PORT: '0',
      DATA_DIR: directory,
      RPC_URLS: chain.anvil.url,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: 'http://app.test',
      GENESIS_ADDRESS: testWallet('genesis').address,
    }
    const configOf = (role: Role) => readConfig({ ...environment, SECRETS_DIR: folderOf(role) }, [role])
    const start = async (role: Role) => {
      const server = await startServer(configOf(role), { logger: createLogger('silent') })
      onTestFinished(() => server.stop())
      return server
    }
    const [indexer, , first, second] = await Promise.all([
      start('indexer'),
      start('worker'),
      start('api'),
      start('api'),
    ])
    // Files created beside the keys: secrets by an API, none by the others.
    const filesOf = async (role: Role) => (await readdir(folderOf(role))).toSorted()
    expect(await filesOf('api')).toEqual(['nonce-key', 'payment-pepper', 'request-keys', 'signer'])
    expect(await filesOf('indexer')).toEqual([])
    expect(await filesOf('worker')).toEqual(['attester', 'drawer', 'keeper'])
    // An indexer's port serves only health and metrics.
    expect((await fetch(`http://localhost:${indexer.port}/readyz`)).status).toBe(200)
    expect((await fetch(`http://localhost:${indexer.port}${CALLS.publicConfig.path}`)).status).toBe(404)

    const one = createTestClient(first.port)
    const other = createTestClient(second.port)
    const { genesisInviteCode } = (await one.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)).data
    const registered = await one.signIn(alice, CALLS.register.path, {
      origin: 'http://app.test',
      nonceFrom: other,
      more: { inviteCode: genesisInviteCode },
    })
    expect(registered.code).toBe(0)
    const { token } = registered.data
    // Sealed to one's key, sent to both at once: one of them answers.
    const sealed = await one.seal(CALLS.podPowerPurchase.path, { limit: 1 }, token)
    const answers = await Promise.all([one.send(sealed), other.send(sealed)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 30004])
    // Signing out at one is effective at the other.
    expect((await other.send(await other.seal(CALLS.getProfile.path, undefined, token))).code).toBe(0)
    await one.send(await one.seal(CALLS.logout.path, undefined, token))
    expect((await other.send(await other.seal(CALLS.getProfile.path, undefined, token))).code).toBe(1007)

    // The worker sends the keeper's transactions.
    const keeper = privateKeyToAccount(configOf('worker').keys.worker?.keeper ?? '0x')
    await expect
      .poll(() => chain.client.getTransactionCount({ address: keeper.address }), { timeout: 60_000 })
      .toBeGreaterThan(0)

    // A second indexer waits; when the first ends, it takes over.
    const before = (
      await database.read.query<{ n: bigint }>({ text: 'SELECT block_number AS n FROM chain_clock' })
    ).rows[0]?.n
    await start('indexer')
    await indexer.stop()
    await expect
      .poll(
        async () =>
          (await database.read.query<{ n: bigint }>({ text: 'SELECT block_number AS n FROM chain_clock' }))
            .rows[0]?.n,
        { timeout: 20_000 },
      )
      .toBeGreaterThan(Number(before) + 4)
  })

  /** Two APIs and two workers. */
  const openTwo = async (more: Record<string, string>) => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const environment = {
      PORT: '0',
      DATA_DIR: await prepareData(chain),
      RPC_URLS: chain.anvil.url,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: 'http://app.test',
      ...more,
    }
    const start = async (...roles: Role[]) => {
      const server = await startServer(readConfig(environment, roles), { logger: createLogger('silent') })
      onTestFinished(() => server.stop())
      return server
    }
    return { database, environment, start }
  }

  test.each([600, -600])(
    'an API whose clock is off by %i s is not ready, and opens what is encrypted',
    async (offSeconds) => {
      const { environment, start } = await openTwo({})
      await start('indexer')
      const [healthy, wrong] = await Promise.all([
        startServerProcess(environment, { role: 'api' }),
        startServerProcess({ ...environment, ...wrongClock(offSeconds * 1_000) }, { role: 'api' }),
      ])
      const readyz = async ({ port }: { port: number }) => {
        const response = await fetch(`http://localhost:${port}/readyz`)
        return { status: response.status, ...((await response.json()) as { reason?: string }) }
      }
      expect(await readyz(wrong)).toMatchObject({
        status: 503,
        reason: expect.stringMatching(/clock is off/),
      })
      expect(await readyz(healthy)).toMatchObject({ status: 200 })

      // Encrypted at the right time, with a key and a nonce of one, sent to the other.
      const [one, other] = [createTestClient(healthy.port), createTestClient(wrong.port)]
      const { data } = await one.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
      const [origin, more] = ['http://app.test', { inviteCode: data.genesisInviteCode }]
      const register = await one.sealSignIn(alice, CALLS.register.path, { origin, nonceFrom: other, more })
      const registered = await other.send(register)
      expect(registered.code).toBe(0)
      const { token } = registered.data as { token: string }
      for (const [sealing, sending] of [
        [one, other],
        [other, one],
      ] as const) {
        const sealed = await sealing.seal(CALLS.podPowerPurchase.path, { limit: 1 }, token)
        expect((await sending.send(sealed)).code).toBe(0)
        expect((await sealing.send(sealed)).code).toBe(30004) // it is remembered there too
      }
    },
  )

  test('one signed message at both at once: one session', async () => {
    const { start } = await openTwo({})
    const [first, second] = await Promise.all([start('api', 'indexer'), start('api')])
    const [one, other] = [createTestClient(first.port), createTestClient(second.port)]
    const { genesisInviteCode } = (await one.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)).data
    const [origin, more] = ['http://app.test', { inviteCode: genesisInviteCode }]
    expect((await one.signIn(alice, CALLS.register.path, { origin, more })).code).toBe(0)
    const proof = await one.prove(alice, { origin })
    const requests = [one, other].map(async (client) =>
      client.send(await client.seal(CALLS.login.path, proof)),
    )
    const codes = (await Promise.all(requests)).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1009])
  })

  test('one worker of all runs the ticks; when it ends, another does', async () => {
    const { database, start } = await openTwo({})
    const leaders = async () => {
      const { rows } = await database.read.query<{ pid: number }>({
        text: `SELECT DISTINCT pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE l.locktype = 'advisory' AND l.granted AND d.datname = current_database()`,
      })
      return rows.map(({ pid }) => pid)
    }
    const [one, other] = await Promise.all([start('worker'), start('worker')])
    await expect.poll(leaders, { timeout: 60_000 }).toHaveLength(1)
    const before = await leaders()
    await start('worker')
    expect(await leaders()).toEqual(before)
    await one.stop()
    await other.stop() // one of them led
    await expect.poll(leaders, { timeout: 60_000 }).toHaveLength(1)
    expect(await leaders()).not.toEqual(before)
  })
})
