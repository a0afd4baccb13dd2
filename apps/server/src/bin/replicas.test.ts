/** Several processes on one PostgreSQL, as in production: here in one process each, with everything else real. */
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Chain, startChain } from '../modules/test-house.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { type Role, startServer } from './start-server.ts'
import { createTestClient, prepareData } from './test-server.ts'

const alice = testWallet('alice')

describeOnPostgres('replicas', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
    await chain.anvil.client.setIntervalMining({ interval: 1 })
  })
  afterAll(() => chain.anvil.stop())

  test('an indexer, a worker and two APIs: one session, one envelope, one follower of the chain', async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const directory = await prepareData(chain)
    const config = readConfig({
      ...{ PORT: '0', DATA_DIR: directory, RPC_URLS: chain.anvil.url, DATABASE_URL: url },
      ...{ DATABASE_POOL_MAX: '4', PUBLIC_ORIGIN: 'http://app.test' },
    })
    const start = async (...roles: Role[]) => {
      const server = await startServer(config, { roles, logger: createLogger('silent') })
      onTestFinished(() => server.stop())
      return server
    }
    const [indexer, , first, second] = await Promise.all([
      start('indexer'),
      start('worker'),
      start('api'),
      start('api'),
    ])
    // An indexer's port tells how it is, and nothing else.
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
    // Sealed to the one's key, sent to both at once: one of them answers.
    const sealed = await one.seal(CALLS.podPowerPurchase.path, { limit: 1 }, token)
    const answers = await Promise.all([one.send(sealed), other.send(sealed)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 30004])
    // Signed out here is signed out there.
    expect((await other.send(await other.seal(CALLS.getProfile.path, undefined, token))).code).toBe(0)
    await one.send(await one.seal(CALLS.logout.path, undefined, token))
    expect((await other.send(await other.seal(CALLS.getProfile.path, undefined, token))).code).toBe(1007)

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
})
