/** Live updates between processes on one PostgreSQL: all streams receive a change by one of them. */
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../src/bin/server/start-server.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { LISTENER_NAME } from '../../src/platform/database/announcements/postgres-listen.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { prepareData } from '../app/server-data.ts'
import { type Chain, startChain, startTestApp, type TestApp, type TestUser } from '../app/test-app.ts'
import { type LiveStream, openLive } from './live-stream.ts'
import { createTestClient } from './test-client.ts'

const ORIGIN = 'http://app.test'

describeOnPostgres('live updates of several processes', () => {
  let chain: Chain
  beforeAll(async () => {
    chain = await startChain()
  })
  afterAll(() => chain.anvil.stop())

  /** A process that follows the chain and sells machines, and two APIs. */
  const open = async () => {
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const writer = await startTestApp(chain, database)
    const environment = {
      PORT: '0',
      DATA_DIR: await prepareData(chain),
      RPC_URLS: chain.anvil.url,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      PUBLIC_ORIGIN: ORIGIN,
    }
    const start = async () => {
      const server = await startServer(readConfig(environment, ['api']), { logger: createLogger('silent') })
      onTestFinished(() => server.stop())
      return server
    }
    const tokenOf = async ({ wallet }: TestUser, port: number) =>
      (await createTestClient(port).signIn(wallet, CALLS.login.path, { origin: ORIGIN })).data.token
    const streamOf = async (...options: Parameters<typeof openLive>) => {
      const stream = await openLive(...options)
      onTestFinished(() => stream.close())
      return stream
    }
    const [first, second] = await Promise.all([start(), start()])
    return { database, writer, first, second, tokenOf, streamOf }
  }

  /** A machine of the cheapest product, from the voucher to its final event. */
  const buyMachine = async (writer: TestApp, user: TestUser) => {
    const [product] = await writer.call(CALLS.products, undefined, {}).then(({ items }) => items)
    const request = { productId: product?.productId ?? '', machineCount: 1 }
    await writer.redeem(await writer.call(CALLS.machineSignature, user, request), user.wallet)
    await writer.finalize()
  }

  const receivesOwn = (stream: LiveStream, topic: string) =>
    expect.poll(stream.own, { timeout: 5_000 }).toContain(topic)

  test('a purchase is received by its buyer’s streams at every API within a second of its block, and by no other user’s', async () => {
    const { writer, first, second, tokenOf, streamOf } = await open()
    const [alice, bob] = [await writer.newUser('alice'), await writer.newUser('bob')]
    const token = await tokenOf(alice, first.port)
    const streams = [await streamOf(first.port, { token }), await streamOf(second.port, { token })]
    const others = [
      await streamOf(second.port, { token: await tokenOf(bob, first.port) }),
      await streamOf(first.port),
    ]
    await buyMachine(writer, alice) // the voucher, and its final event
    const processedAt = performance.now()
    for (const stream of streams) await receivesOwn(stream, 'machines')
    const blockOf = async ({ received }: LiveStream) => {
      const number = Number(
        (
          await writer.database.read.query<{ n: bigint }>({
            text: 'SELECT block_number AS n FROM chain_clock',
          })
        ).rows[0]?.n,
      )
      await expect
        .poll(() => received.some(({ message }) => message.block?.blockNumber === number))
        .toBe(true)
    }
    for (const stream of [...streams, ...others]) await blockOf(stream)
    for (const { received } of streams) {
      const bought = received.find(({ message }) => message.own?.includes('machines'))
      expect(bought?.message).toMatchObject({ own: ['orders', 'machines'], block: expect.anything() })
      expect((bought?.at ?? 0) - processedAt).toBeLessThan(1_000)
    }
    expect(others.flatMap((stream) => stream.own())).toEqual([])
  })

  test('a release of the emission is received by all, with its time', async () => {
    const { writer, first, streamOf } = await open()
    const stream = await streamOf(first.port)
    await writer.release()
    const released = () => stream.received.flatMap(({ message }) => message.release ?? [])
    await expect.poll(released).toEqual([{ until: expect.any(Number) }])
    const [message] = stream.received.filter((one) => one.message.release)
    expect(message?.message).toMatchObject({ block: expect.anything(), withinMs: 1_000 })
  })

  test('signed out at one API, the stream at the other ends', async () => {
    const { writer, first, second, tokenOf, streamOf } = await open()
    const token = await tokenOf(await writer.newUser('alice'), first.port)
    const stream = await streamOf(second.port, { token })
    const client = createTestClient(first.port)
    await client.send(await client.seal(CALLS.logout.path, undefined, token))
    await stream.ended
    expect((await streamOf(second.port, { token })).body).toMatchObject({ code: 1007 })
  })

  test('when an API ends, its streams go on at another one, and nothing is missed', async () => {
    const { writer, first, second, tokenOf, streamOf } = await open()
    const alice = await writer.newUser('alice')
    const token = await tokenOf(alice, first.port)
    const before = await streamOf(first.port, { token })
    await writer.finalize()
    await expect.poll(before.lastId).toBeDefined()
    await first.stop()
    await before.ended
    await buyMachine(writer, alice)
    const after = await streamOf(second.port, { token, lastEventId: before.lastId() })
    await receivesOwn(after, 'machines')
    expect(after.received.filter(({ message }) => message.resync)).toEqual([])
  })

  test('after a time in which an API received nothing, its streams ask for everything', async () => {
    const { database, writer, first, tokenOf, streamOf } = await open()
    const alice = await writer.newUser('alice')
    const stream = await streamOf(first.port, { token: await tokenOf(alice, first.port) })
    await database.read.query({
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = $1`,
      values: [LISTENER_NAME],
    })
    const resyncs = () => stream.received.filter(({ message }) => message.resync).length
    await expect.poll(resyncs, { timeout: 10_000 }).toBe(1)
    await buyMachine(writer, alice)
    await receivesOwn(stream, 'machines')
  })
})
