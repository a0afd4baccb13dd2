/** The proxies' files, started unchanged except for addresses and certificates, in front of two real APIs. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { get as getByHttp1 } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { CALLS } from '@dr/protocol/calls/index'
import { LIVE_PATH } from '@dr/protocol/live'
import { startServer } from '@dr/server/bin/server/start-server'
import { readConfig } from '@dr/server/platform/config/config'
import { createLogger } from '@dr/server/platform/logger'
import { describeOnPostgres, testWallet } from '@dr/test-kit'
import { openTestPostgres } from '@dr/test-kit/postgres-databases'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { prepareData } from '../../apps/server/test/app/server-data.ts'
import { type Chain, startChain, startTestApp } from '../../apps/server/test/app/test-app.ts'
import { openLive } from '../../apps/server/test/servers/live-stream.ts'
import { startServerProcess } from '../../apps/server/test/servers/server-process.ts'
import { createTestClient } from '../../apps/server/test/servers/test-client.ts'
import { makeCertificate, type Places, PROXIES, READY_MS, startProxy } from './start-proxy.ts'
import { startTlsLoad } from './tls-load.ts'

/** Time to notice a missing API: at once on a quiet machine, and by HAProxy's two checks on any. */
const NOTICED_WITHIN_MS = 2_000
/** Faster successive blocks are not all sent (`hold-blocks.ts`). */
const BLOCKS_APART_MS = 2_600
/** Another address of this machine, which the API has to see. */
const CLIENT = '203.0.113.9'
const OTHER_CLIENT = '203.0.113.10'
const ORIGIN = 'https://app.example.org'
/** Longer than HAProxy waits for two of its checks here. */
const BUSY_MS = 6_000
/** HAProxy notices an unavailable API within two seconds; nginx retries it after five. */
const AFTER_KILL_MS = process.env.FULL === '1' ? 12_000 : 3_000

/** SHA-256 of a new connection's certificate. */
const certificateOf = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.end()
    })
  })

interface LiveOverTls {
  /** Number of received messages. */
  messages(): number
  /** Reason for the end of the stream, once it has ended. */
  end(): string | undefined
  close(): void
}

const openLiveOverTls = (port: number): Promise<LiveOverTls> =>
  new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: LIVE_PATH, rejectUnauthorized: false, agent: false }
    const request = getByHttp1(options, (response) => {
      let text = ''
      let end: string | undefined
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => (end ??= 'the server ended it'))
      response.once('error', (error) => (end ??= error.message))
      resolve({
        messages: () => text.split('data: ').length - 1,
        end: () => end,
        close: () => void request.destroy(),
      })
    })
    request.on('error', reject)
  })

/** Requests over TLS and HTTP/2, like browsers. */
const getOverTls = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    session.once('error', reject)
    const request = session.request({ ':path': path, ...headers })
    let status = 0
    let body = ''
    request.setEncoding('utf8')
    request.on('response', (headers) => {
      status = Number(headers[':status'])
    })
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('error', reject)
    request.on('close', () => {
      session.destroy()
      if (status === 0) reject(new Error('the connection was closed without an answer'))
      else resolve({ status, body })
    })
  })

const REFUSED = '?refused'

/** Replaces two APIs: each returns the headers of the request, and 400 for certain paths. */
const startMirrors = async (): Promise<Places['apis']> => {
  const start = async () => {
    const server = createServer(({ url, headers }, response) => {
      response.statusCode = url?.endsWith(REFUSED) ? 400 : 200
      response.end(JSON.stringify(headers))
    })
    onTestFinished(() => void server.close().closeAllConnections())
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  return [await start(), await start()]
}

/** Checks that the stream is open and receives the next block. */
const expectNext = async (stream: LiveOverTls, writer: { finalize(): Promise<void> }): Promise<void> => {
  const before = stream.messages()
  await writer.finalize()
  const outcome = () => stream.end() ?? (stream.messages() > before && 'a message')
  await expect.poll(outcome, { timeout: READY_MS }).toBe('a message')
}

type Environment = Record<string, string>

const FILES = { nginx: './nginx.conf', haproxy: './haproxy.cfg' }

const startInThisProcess = async (environment: Environment) => {
  const server = await startServer(readConfig(environment, ['api']), { logger: createLogger('silent') })
  onTestFinished(() => server.stop())
  return server
}
const startAsProcess = (environment: Environment) => startServerProcess(environment, { role: 'api' })

for (const name of ['nginx', 'haproxy'] as const) {
  const proxy = PROXIES[name]
  if (!existsSync(proxy.program)) {
    test.skipIf(!process.env.CI)(`${name} is installed`, () => expect(existsSync(proxy.program)).toBe(true))
    continue
  }
  describeOnPostgres(`the APIs behind ${name}`, () => {
    let chain: Chain
    beforeAll(async () => {
      chain = await startChain()
    })
    afterAll(() => chain?.anvil.stop())

    const openWith = async <Api extends { readonly port: number }>(
      start: (environment: Environment) => Promise<Api>,
      more: Environment = {},
    ) => {
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
        TRUST_PROXY: '127.0.0.1',
        ...more,
      }
      const servers = [await start(environment), await start(environment)] as const
      const started = await startProxy(name, { apis: [servers[0].port, servers[1].port] })
      return { ...started, database, writer, servers }
    }
    const open = (more?: Environment) => openWith(startInThisProcess, more)

    test('answer over TLS and by HTTP/2, know their clients’ addresses, and show nothing internal', async () => {
      const { plain, tls, get } = await open({ RATE_LIMIT_FACTOR: '0.05' }) // three nonces of each API
      const { status, body } = await getOverTls(tls, CALLS.publicKeys.path)
      expect([status, JSON.parse(body).code]).toEqual([200, 0])
      const nonce = CALLS.getNonce.path.replace(':address', testWallet('alice').address)
      const ask = async (from: string) => (await get(nonce, { 'x-forwarded-for': from })).status
      for (let sent = 0; sent < 6; sent++) await ask(CLIENT)
      expect([await ask(CLIENT), await ask(OTHER_CLIENT)]).toEqual([429, 200])
      for (const path of ['/metrics', '/readyz', '/healthz', '/%6detrics'])
        expect((await get(path)).status).toBe(404)
      const large = await fetch(`http://127.0.0.1:${plain}${CALLS.login.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: 'x'.repeat(70_000) }),
      })
      expect([large.status, ((await large.json()) as { code: number }).code]).toEqual([413, 10002])
    })

    test('what a client says of a trace is not passed on: the API believes its proxy', async () => {
      const { tls, get } = await startProxy(name, { apis: await startMirrors() })
      const sent = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'x-mirrored': 'yes' }
      const seen = [
        await (await get(CALLS.products.path, sent)).text(),
        (await getOverTls(tls, CALLS.products.path, sent)).body,
      ].map((body) => JSON.parse(body) as Record<string, unknown>)
      for (const headers of seen) {
        expect(headers).toMatchObject({ 'x-mirrored': 'yes', 'x-forwarded-for': '127.0.0.1' })
        expect(headers).not.toHaveProperty('traceparent')
      }
    })

    describe('limits what all APIs together are asked', () => {
      type Started = Awaited<ReturnType<typeof startProxy>>
      interface Asked {
        readonly path: string
        /** The client's address. */
        readonly from: string
        readonly token?: string
        readonly count?: number
      }
      /** Number of requests that were passed on. */
      const passed = async ({ get }: Started, { count = 1, path, from, token }: Asked): Promise<number> => {
        const headers = { 'x-forwarded-for': from, ...(token ? { authorization: `Bearer ${token}` } : {}) }
        const ask = async () => (await get(path, headers)).status
        let all = 0
        for (let sent = 0; sent < count; sent += 10) {
          const some = Array.from({ length: Math.min(10, count - sent) }, ask)
          all += (await Promise.all(some)).filter((status) => status !== 429).length
        }
        return all
      }
      /** Time after which a network is below its limit for a second again. */
      const ROOM_AGAIN_MS = 3_000
      const start = async () => startProxy(name, { apis: await startMirrors() })

      test('signing in, by network, however its path is written and whatever token it has', async () => {
        const started = await start()
        const signIns = Object.values(CALLS).filter(({ limit }) => limit === 'sign-in')
        expect(signIns.length).toBeGreaterThan(2)
        for (const [index, { path }] of signIns.entries()) {
          const from = `203.0.113.${index}`
          const all = await passed(started, { path, from, count: 100 })
          expect(all).toBeGreaterThanOrEqual(30)
          expect(all).toBeLessThan(70)
          const written = path.replace('/users', '/%75sers')
          const token = 'x'.repeat(43)
          expect(await passed(started, { path: written, from, token, count: 10 })).toBeLessThan(5)
          expect(await passed(started, { path, from: '203.0.113.99' })).toBe(1)
        }
        const again = () => started.get(CALLS.login.path, { 'x-forwarded-for': CLIENT })
        const answers = await Promise.all(Array.from({ length: 100 }, again))
        const refused = answers.find(({ status }) => status === 429)
        expect(refused?.headers.get('retry-after')).toBe('5')
        expect(await refused?.json()).toMatchObject({ code: 30003, data: { retryAfterSeconds: 5 } })
      })

      test('of IPv6 a /64 is one network', async () => {
        const started = await start()
        const path = CALLS.login.path
        await passed(started, { path, from: '2001:db8:1:2::1', count: 100 })
        for (const from of ['2001:db8:1:2:ffff::1', '2001:db8:1:2:3:4:5:6'])
          expect(await passed(started, { path, from, count: 10 })).toBeLessThan(5)
        for (const from of ['2001:db8:1:3::1', '2001:db8::1', '2001:db8:1::1'])
          expect([from, await passed(started, { path, from })]).toEqual([from, 1])
      })

      test('a session by its token: strangers behind the same address, and other sessions, do not count', async () => {
        const started = await start()
        const [path, from] = [CALLS.products.path, CLIENT]
        const visits = await passed(started, { path, from, count: 1_500 })
        expect(visits).toBeGreaterThanOrEqual(400)
        expect(visits).toBeLessThan(1_300)
        await delay(ROOM_AGAIN_MS)
        const calls = await passed(started, { path, from, token: 'alice', count: 500 })
        expect(calls).toBeGreaterThanOrEqual(180)
        expect(calls).toBeLessThan(400)
        await delay(ROOM_AGAIN_MS)
        expect(await passed(started, { path, from, token: 'bob', count: 20 })).toBe(20)
        expect(await passed(started, { path: '/assets/main.js', from, count: 20 })).toBe(20)
      })

      test('every call is known to it as one', () => {
        const text = readFileSync(new URL(FILES[name], import.meta.url), 'utf8')
        const listed = /acl call path,url_dec -m beg (.*)|\^ \/\((.*)\)\//.exec(text)
        const prefixes = listed?.[1]?.split(' ') ?? listed?.[2]?.split('|').map((one) => `/${one}/`) ?? []
        const isKnown = ({ path }: { path: string }) => prefixes.some((prefix) => path.startsWith(prefix))
        expect(Object.values(CALLS).flatMap((call) => (isKnown(call) ? [] : [call.path]))).toEqual([])
      })

      test.runIf(name === 'haproxy')('visitors who send what no app sends', async () => {
        const started = await start()
        const ask = (more: Partial<Asked> = {}) =>
          passed(started, { path: CALLS.products.path, from: CLIENT, ...more })
        const wrong = `${CALLS.login.path}${REFUSED}`
        expect(await ask({ path: wrong, count: 50 })).toBeLessThan(25)
        expect(await ask()).toBe(0)
        expect(await ask({ token: 'alice' })).toBe(1)
        expect(await ask({ from: OTHER_CLIENT })).toBe(1)
      })
    })

    test('live updates come through one by one, within a second of their block', async () => {
      const { plain, writer } = await open()
      const stream = await openLive(plain)
      onTestFinished(() => stream.close())
      const blocks = () => stream.received.filter(({ message }) => message.block).length
      for (const count of [1, 2]) {
        await delay(BLOCKS_APART_MS)
        const before = blocks()
        await writer.finalize()
        const at = performance.now()
        await expect.poll(blocks, { timeout: 5_000 }).toBeGreaterThan(before)
        expect([count, (stream.received.at(-1)?.at ?? Number.POSITIVE_INFINITY) - at < 1_000]).toEqual([
          count,
          true,
        ])
      }
    })

    test('another certificate costs no request and no open stream', async () => {
      const { folder, tls, writer, reload } = await open()
      const stream = await openLiveOverTls(tls)
      onTestFinished(() => stream.close())
      const first = await certificateOf(tls)
      await makeCertificate(folder)
      const statuses: number[] = []
      let isOver = false
      let again = 0
      const ask = async () => (await getOverTls(tls, CALLS.publicKeys.path)).status
      const asking = (async () => {
        while (!isOver) {
          // A connection to a worker that is just ending is refused unread: browsers retry once.
          const status = await ask().catch(() => {
            again += 1
            return ask()
          })
          statuses.push(status)
        }
      })()
      asking.catch(() => undefined) // awaited below
      await expect.poll(() => statuses.length, { timeout: READY_MS }).toBeGreaterThan(10)
      expect(await certificateOf(tls)).toBe(first)
      reload()
      await expect.poll(() => certificateOf(tls), { timeout: READY_MS }).not.toBe(first)
      const since = statuses.length
      await expect.poll(() => statuses.length, { timeout: READY_MS }).toBeGreaterThan(since + 10)
      isOver = true
      await asking
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(again).toBeLessThanOrEqual(2)
      await expectNext(stream, writer)
    })

    test('an API that is busy for seconds costs no open stream', async () => {
      const { tls, writer } = await open()
      const stream = await openLiveOverTls(tls)
      onTestFinished(() => stream.close())
      // Both APIs run in this process.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
      await expectNext(stream, writer)
    })

    test('an API that stops costs no read', async () => {
      const { get, servers } = await open()
      let stopped: Promise<void> | undefined
      const statuses: number[] = []
      for (let sent = 0; sent < 100; sent++) {
        if (sent === 20) stopped = servers[0].stop()
        statuses.push((await get(CALLS.publicKeys.path)).status)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await stopped
      expect(new Set(statuses)).toEqual(new Set([200]))
    })

    test('`kill -9` of an API costs no read, and of the requests that change something only those it had', async () => {
      const { plain, tls, servers } = await openWith(startAsProcess)
      const [one, other] = servers
      const client = createTestClient(plain)
      const { data } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
      const signingIn = { origin: ORIGIN, more: { inviteCode: data.genesisInviteCode } }
      const registered = await client.signIn(testWallet('kill'), CALLS.register.path, signingIn)
      expect(registered.code).toBe(0)
      const { token } = registered.data
      const seal = () => client.seal(CALLS.podPowerPurchase.path, { limit: 1 }, token)
      const posts = await Promise.all(Array.from({ length: 80 }, seal))
      const reads = [CALLS.products.path, CALLS.publicConfig.path, CALLS.publicKeys.path]
      const load = startTlsLoad(tls, { reads, posts })
      onTestFinished(load.stop)
      await expect.poll(() => load.requests.length, { timeout: READY_MS }).toBeGreaterThan(30)

      // It accepts requests but does not answer, so that some are certainly in progress when it is killed.
      one.freeze()
      load.burst(12)
      await delay(200)
      const underWay = load.underWay().map(({ method }) => method)
      for (const method of ['GET', 'POST']) expect(underWay).toContain(method)
      await one.kill()
      const goneAt = performance.now()
      await delay(AFTER_KILL_MS)
      await load.stop()

      const failed = load.requests.filter(({ status }) => status !== 200)
      expect(failed.filter(({ method }) => method === 'GET')).toEqual([])
      // In progress when it ended, or sent before its connections were seen to end.
      for (const { sentAt } of failed) expect(sentAt).toBeLessThan(goneAt + NOTICED_WITHIN_MS)
      // The API may have processed them: no proxy sends such a request to the other.
      expect(failed.length).toBeGreaterThan(0)
      const codes = load.requests
        .filter(({ status }) => status === 200)
        .map(({ body }) => (JSON.parse(body) as { code: number }).code)
      expect(new Set(codes)).toEqual(new Set([0]))
      const later = load.requests.filter(({ sentAt }) => sentAt > goneAt)
      expect(later.length).toBeGreaterThan(AFTER_KILL_MS / 100)
      expect(later.map(({ method }) => method)).toContain('POST')
      expect([one.isAlive(), other.isAlive()]).toEqual([false, true])
    })
  })
}
