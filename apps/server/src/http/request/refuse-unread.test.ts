import { once } from 'node:events'
import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CALLS } from '@dr/protocol/calls/index'
import { LIVE_PATH } from '@dr/protocol/live'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpTestApp } from '../../../test/app/http-test-app.ts'
import type { SessionRecord } from '../../modules/users/index.ts'
import { createPenalties, RUBBISH_MAX } from './penalties.ts'
import { refuseUnread } from './refuse-unread.ts'
import { createRequestSessions } from './request-sessions.ts'

const FLOODING = '127.0.0.7'
const ELSEWHERE = '127.0.0.8'
const TOKEN = 'A'.repeat(43)
/** Differ from one answer to the next, or are about the connection. */
const OF_ONE_ANSWER = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding']

interface Sent {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly from?: string
}

const portOf = (address: AddressInfo | string | null): number => (address as AddressInfo).port

const send = async (
  port: number,
  { path, method = 'POST', headers = {}, from = FLOODING }: Sent,
): Promise<{ status: number; body: string; headers: IncomingHttpHeaders }> => {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, localAddress: from, agent: false })
  sent.end()
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

const lasting = (headers: IncomingHttpHeaders | Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.includes(name)))

const besidesSeconds = (body: string): string => body.replace(/("retryAfterSeconds":)\d+/, '$1')

describeOnDatabase('an address that floods the API', ({ openDatabase }) => {
  const openApp = async () => {
    const http = await startHttpTestApp(await openDatabase(), { limitsFactor: 1 })
    await http.app.listen({ port: 0, host: '127.0.0.1' })
    const port = portOf(http.app.server.address())
    for (let sent = 0; sent < RUBBISH_MAX.burst; sent++) {
      const { status } = await send(port, { path: CALLS.getProfile.path })
      expect(status).toBe(403)
    }
    return { ...http, port }
  }

  test('gets what Fastify would answer, in either envelope, without Fastify having seen it', async () => {
    const { app, port } = await openApp()
    const figures = async () => {
      const { payload } = await app.inject({ method: 'GET', url: '/metrics' })
      return (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(payload)?.[1])
    }
    const before = await figures()
    for (const { path, method } of [CALLS.getProfile, CALLS.login, CALLS.getPackageConfigList]) {
      const unread = await send(port, { path: `${path}?again`, method })
      const read = await app.inject({ method, url: path, remoteAddress: FLOODING })
      expect(unread.status).toBe(429)
      expect(besidesSeconds(unread.body)).toBe(besidesSeconds(read.payload))
      const [headers, asRead] = [lasting(unread.headers), lasting(read.headers)]
      expect({ ...headers, 'retry-after': '' }).toEqual({ ...asRead, 'retry-after': '' })
      // A second may have passed between the two.
      expect(Number(headers['retry-after']) - Number(asRead['retry-after'])).toBeOneOf([0, 1])
      expect(unread.headers['x-request-id']).not.toBe(read.headers['x-request-id'])
    }
    const after = await figures()
    const more = (name: string) => after(name) - before(name)
    expect(more('http_rubbish_refused_total')).toBe(6)
    expect(more('http_responses_total\\{outcome="refused"\\}')).toBe(6)
    const seen = 'http_request_duration_seconds_count\\{call="login",status="429"\\}'
    expect(after(seen)).toBe(1)
  })

  test('has neighbours who are signed in, and others: both are answered', async () => {
    const { register, port } = await openApp()
    const { token } = await register(testWallet('alice'))
    const path = CALLS.getProfile.path
    const asAlice = { authorization: `Bearer ${token}` }
    expect((await send(port, { path, headers: asAlice })).status).toBe(200)
    expect((await send(port, { path, headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(429)
    expect((await send(port, { path, from: ELSEWHERE })).status).toBe(403)
    expect((await send(port, { path: '/healthz', method: 'GET' })).status).toBe(200)
    expect((await send(port, { path, method: 'GET' })).status).toBe(404)
    expect((await send(port, { path: LIVE_PATH, method: 'GET' })).status).toBe(429)
    const nonce = CALLS.getNonce.path.replace(':address', testWallet('alice').address)
    expect((await send(port, { path: nonce, method: 'GET' })).status).toBe(429)
  })
})

const open = async (input: {
  readonly trustProxy?: boolean | string
  readonly findSession?: () => Promise<SessionRecord | undefined>
  readonly isOurToken?: () => boolean
}) => {
  const penalties = createPenalties()
  const server = createServer((_, response) => void response.end('read'))
  refuseUnread(server, {
    calls: [CALLS.getProfile, CALLS.getNonce],
    penalties,
    sessions: createRequestSessions(input.findSession ?? (async () => undefined)),
    isOurToken: input.isOurToken ?? (() => true),
    now: () => new Date(),
    trustProxy: input.trustProxy ?? false,
    headers: {},
    onAnswered: () => undefined,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const flood = (address: string) => {
    for (let sent = 0; sent < RUBBISH_MAX.burst; sent++) penalties.note(`ip:${address}`, 'BAD_PARAMETER')
  }
  const ask = async (headers: Record<string, string> = {}, path: string = CALLS.getProfile.path) =>
    (await send(portOf(server.address()), { path, headers })).status
  return { flood, ask, server }
}

test('the address is the one that trusted proxies report; what others report is not believed', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9, 10.0.0.4' }
  const untrusted = await open({})
  untrusted.flood('203.0.113.9')
  expect(await untrusted.ask(forwarded)).toBe(200)
  const all = await open({ trustProxy: true })
  all.flood('203.0.113.9')
  expect(await all.ask(forwarded)).toBe(429)
  const some = await open({ trustProxy: `${FLOODING}, 10.0.0.0/8` })
  some.flood('203.0.113.9')
  expect(await some.ask(forwarded)).toBe(429)
  expect(await some.ask({ 'x-forwarded-for': '203.0.113.9, 198.51.100.1' })).toBe(200)
})

test('whatever a router takes for a call is a call, and what is none is passed on', async () => {
  const { flood, ask } = await open({})
  flood(FLOODING)
  const { path } = CALLS.getProfile
  const encoded = path.replace('p', '%70')
  for (const same of [path, `${path}?a`, `${path}#a`, encoded, `http://elsewhere${path}`]) {
    expect([same, await ask({}, same)]).toEqual([same, 429])
  }
  for (const other of ['/', '/healthz', `${path}s`, '/%', `/a${path}`]) {
    expect([other, await ask({}, other)]).toEqual([other, 200])
  }
})

test('at the end of the server a refusal closes its connection', async () => {
  const { flood, server } = await open({})
  flood(FLOODING)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const port = portOf(server.address())
  const ask = async () => {
    const path = CALLS.getProfile.path
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', localAddress: FLOODING, agent })
    sent.end()
    const [answer] = await once(sent, 'response')
    answer.resume()
    await once(answer, 'end')
    return [answer.statusCode, answer.headers.connection]
  }
  expect(await ask()).toEqual([429, 'keep-alive'])
  server.closeIdleConnections = () => undefined // Node's own `close` calls it; what is still in use is not idle
  server.close()
  expect(await ask()).toEqual([429, 'close'])
})

test('a token that no server has made is not looked up', async () => {
  const findSession = vi.fn(async () => undefined)
  const { flood, ask } = await open({ findSession, isOurToken: () => false })
  flood(FLOODING)
  expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(429)
  expect(findSession).not.toHaveBeenCalled()
})

test('a session that cannot be looked up now is Fastify’s to answer', async () => {
  const { flood, ask } = await open({ findSession: () => Promise.reject(new Error('the database is away')) })
  flood(FLOODING)
  expect(await ask({ authorization: `Bearer ${TOKEN}` })).toBe(200)
  expect(await ask()).toBe(429)
})

test('a request’s session is looked up once, and no look-up is made without a token', async () => {
  const findSession = vi.fn(async () => undefined)
  const sessions = createRequestSessions(findSession)
  const server = createServer(async (message, response) => {
    expect(await sessions.of(message)).toBeNull()
    expect(await sessions.of(message)).toBeNull()
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const port = portOf(server.address())
  await send(port, { path: '/' })
  expect(findSession).not.toHaveBeenCalled()
  await send(port, { path: '/', headers: { authorization: `Bearer ${TOKEN}` } })
  expect(findSession).toHaveBeenCalledOnce()
})
