import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, setChainClock, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { startHttpTestApp } from '../../test/app/http-test-app.ts'
import { AppError } from '../platform/app-error.ts'
import { ChainClockNotStarted } from '../platform/chain/chain-clock.ts'
import { createLogger } from '../platform/logger.ts'
import { readBuildInfo } from '../platform/programs/build-info.ts'
import { route } from '../platform/route.ts'

const alice = testWallet('alice')
const get = (url: string) => ({ method: 'GET', url }) as const

describeOnDatabase('the app', ({ openDatabase }) => {
  test('parameters are strict: what is unknown, missing or malformed is 10002 with its path', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    const signed = await app.proof(alice)
    const cases = [
      [await app.post(CALLS.login, { ...signed, admin: true } as never), 'admin'],
      [await app.post(CALLS.login, { ...signed, address: '0x12' }), 'address'],
      [await app.post(CALLS.login, { ...signed, signature: 'no' }), 'signature'],
      [await app.post(CALLS.login, { address: signed.address, message: 'x' } as never), 'signature'],
      [await app.post(CALLS.login, { ...signed, message: 'x'.repeat(4_001) }), 'message'],
      [await app.post(CALLS.login), 'address'],
      [await app.post(CALLS.logout, { everywhere: true } as never, token), 'everywhere'],
      [await app.post(CALLS.podPowerPurchase, { limit: 101 }, token), 'limit'],
      [await app.post(CALLS.podPowerPurchase, { limit: '5' } as never, token), 'limit'],
      [await app.post(CALLS.podPowerPurchase, [] as never, token), ''],
      [await app.send(get('/api/v1/users/nonce/alice')), 'address'],
      [await app.send(get(`/api/v1/public/keys?x=1`)), 'x'],
    ] as const
    for (const [{ status, body }, path] of cases) {
      expect([status, body.code, body.data?.path]).toEqual([400, 10002, path])
    }
  })

  test('`__proto__` in a body is an unknown field, and changes no prototype', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    const body = JSON.parse('{"limit":5,"__proto__":{"inviteCode":"AAAAAAAA"}}') as never
    expect((await app.post(CALLS.podPowerPurchase, body, token)).body.code).toBe(10002)
  })

  test('an answer that does not fit its definition is never sent: 10001, and the log says why', async () => {
    const stream = new PassThrough()
    const leaky = route(CALLS.hashRateInfo, async () => ({ networkPower: 1, secret: 'ssssh' }) as never)
    const app = await startHttpTestApp(await openDatabase(), {
      routes: [leaky],
      logger: createLogger('error', stream),
    })
    const { token } = await app.register(alice)
    const { status, body, raw } = await app.post(CALLS.hashRateInfo, undefined, token)
    expect([status, body.code]).toEqual([500, 10001])
    expect(raw.payload).not.toContain('ssssh')
    expect(body.data).toEqual({ requestId: raw.headers['x-request-id'] })
    const log = String(stream.read())
    expect(log).toContain(String(body.data?.requestId))
    expect(log).toContain('hashRateInfo does not fit')
  })

  test('an unexpected error is 10001 with its request id; none of its text is sent', async () => {
    const failing = route(CALLS.hashRateInfo, async () => {
      throw new TypeError('password is hunter2')
    })
    const app = await startHttpTestApp(await openDatabase(), { routes: [failing] })
    const { token } = await app.register(alice)
    const { status, body, raw } = await app.post(CALLS.hashRateInfo, undefined, token)
    expect([status, body.code, Object.keys(body.data ?? {})]).toEqual([500, 10001, ['requestId']])
    expect(raw.payload).not.toMatch(/hunter2|TypeError|at /)
  })

  test('a transient error is 503 with retry-after and the code 10001', async () => {
    const errors = [
      new ChainClockNotStarted('no block yet'),
      Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' }),
    ]
    const failing = route(CALLS.hashRateInfo, async () => {
      throw errors.shift()
    })
    const app = await startHttpTestApp(await openDatabase(), { routes: [failing] })
    const { token } = await app.register(alice)
    while (errors.length > 0) {
      const { status, body, raw } = await app.post(CALLS.hashRateInfo, undefined, token)
      expect([status, body.code, raw.headers['retry-after']]).toEqual([503, 10001, '5'])
      expect(Object.keys(body.data ?? {})).toEqual(['requestId'])
      expect(raw.payload).not.toContain('10.0.0.7')
    }
  })

  test('an error’s details reach the caller whole, big numbers too', async () => {
    const refusing = route(CALLS.hashRateInfo, async () => {
      throw new AppError('WITHDRAWAL_LIMIT_REACHED', { details: { left: 2n ** 70n, reason: 'day' } })
    })
    const app = await startHttpTestApp(await openDatabase(), { routes: [refusing] })
    const { token } = await app.register(alice)
    const { status, body } = await app.post(CALLS.hashRateInfo, undefined, token)
    expect([status, body.code, body.data]).toEqual([409, 1042, { left: String(2n ** 70n), reason: 'day' }])
  })

  test('an unknown path is 404, and another method of a known one too', async () => {
    const app = await startHttpTestApp(await openDatabase())
    for (const request of [
      get('/api/v1/nothing'),
      get('/api/v1/users/login'),
      get('/%00'),
      get('/api/v1/users/nonce/%ff'),
      { method: 'POST', url: '/api/v1/public/keys' } as const,
    ]) {
      const { status, body } = await app.send(request)
      expect([request.url, status >= 400 && status < 500, body.code]).toEqual([request.url, true, 10002])
    }
  })

  test('keys: the public ones, the time, and nothing private', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { body } = await app.send(get('/api/v1/public/keys'))
    expect(body.data).toEqual({
      keys: await app.keys.publicKeys(),
      serverTime: app.clock.now().getTime(),
    })
  })

  test('ready while the database answers; the age of the chain’s clock is a metric and decides nothing', async () => {
    const app = await startHttpTestApp(await openDatabase())
    expect((await app.send(get('/healthz'))).body).toEqual({ status: 'ok', ...readBuildInfo() })
    const ready = await app.send(get('/readyz'))
    expect([ready.status, ready.body]).toMatchObject([200, { ready: true, database: 'up' }])
    app.clock.advance(600_000)
    const later = await app.send(get('/readyz'))
    expect([later.status, later.body]).toMatchObject([200, { ready: true }])
    const lag = async () => {
      const { payload } = await app.app.inject(get('/metrics'))
      return Number(/^chain_clock_lag_seconds (\S+)$/m.exec(payload)?.[1])
    }
    expect(await lag()).toBeGreaterThanOrEqual(600)
    await setChainClock(app.database.single, { timestamp: BigInt(app.clock.now().getTime()) / 1_000n })
    expect(await lag()).toBeLessThan(1)
    const metrics = await app.app.inject(get('/metrics'))
    expect(metrics.payload).toContain('http_request_duration_seconds_count{call="other",status="200"}')
  })

  test('responses are counted by outcome, from zero; those about health are not', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const counts = async () => {
      const { payload } = await app.app.inject(get('/metrics'))
      const found = payload.matchAll(/^http_responses_total\{outcome="(\w+)"\} (\d+)$/gm)
      return Object.fromEntries(Array.from(found, ([, outcome, count]) => [outcome, Number(count)]))
    }
    await app.send(get('/healthz'))
    expect(await counts()).toEqual({ success: 0, refused: 0, failed: 0, unavailable: 0 })
    await app.send(get('/api/v1/public/keys'))
    await app.send(get('/nothing/here'))
    expect(await counts()).toEqual({ success: 1, refused: 1, failed: 0, unavailable: 0 })
  })

  test('a client that breaks off is no failure of ours, in figures and log', async () => {
    const lines: string[] = []
    const logger = createLogger('error', { write: (line) => void lines.push(line) })
    const { app } = await startHttpTestApp(await openDatabase(), { logger })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const head = `POST ${CALLS.login.path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`
    for (const ending of ['transfer-encoding: chunked\r\n\r\nzz\r\n', 'content-length: 9\r\n\r\n{'])
      for (const isReset of [true, false]) {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write(head + ending, () => (isReset ? socket.resetAndDestroy() : socket.end()))
        await once(socket.on('error', () => undefined).resume(), 'close')
      }
    const { payload } = await app.inject(get('/metrics'))
    expect(payload).toContain('http_responses_total{outcome="failed"} 0')
    expect(lines.filter((line) => line.includes('"url"'))).toEqual([])
  })
})
