import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Call, RateLimit } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { LIVE_PATH } from '@dr/protocol/live'
import { openSnapshot, testWallet } from '@dr/test-kit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type HttpTestApp,
  type HttpTestAppOptions,
  startHttpTestApp,
} from '../../../test/app/http-test-app.ts'
import { AppError } from '../../platform/app-error.ts'
import { route } from '../../platform/route.ts'
import { PER_ACCOUNT, PER_ADDRESS } from './limits.ts'

/** Address of a carrier, shared by all its customers. */
const CARRIER = '203.0.113.7'
const ELSEWHERE = '203.0.113.8'
/** A part of the real limits, so that a few requests reach them. */
const FACTOR = 0.1
const SIGN_INS = PER_ADDRESS['sign-in'].max * FACTOR
const VISITS = PER_ADDRESS.call.max * FACTOR
const OF_ACCOUNT = PER_ACCOUNT.call.max * FACTOR
const LIMITED = [429, 30003]

const open = async (options: HttpTestAppOptions = {}): Promise<HttpTestApp> => {
  const database = await openSnapshot()
  onTestFinished(() => database.close())
  return startHttpTestApp(database, { limitsFactor: FACTOR, ...options })
}

const nonceUrl = CALLS.getNonce.path.replace(':address', testWallet('alice').address)

const ask = async (
  app: HttpTestApp,
  ip: string,
  url: string = nonceUrl,
  headers: Record<string, string> = {},
) => {
  const { status, body } = await app.send({ method: 'GET', url, remoteAddress: ip, headers })
  return [status, body.code]
}

/** Uses up the address's limit of sign-ins. */
const useUp = async (app: HttpTestApp, ip: string) => {
  for (let sent = 0; sent < SIGN_INS; sent++) expect(await ask(app, ip)).toEqual([200, 0])
}

const profile = async (app: HttpTestApp, token: string, ip = CARRIER) => {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.send({ method: 'POST', url: CALLS.getProfile.path, headers, remoteAddress: ip })
  return [reply.status, reply.body.code]
}

const signIn = async (app: HttpTestApp, name: string) => (await app.register(testWallet(name))).token
const forbidden = async (): Promise<never> => {
  throw new AppError('FORBIDDEN')
}
const madeUp = (index: number) => String(index).padStart(43, 'A')

describe('limits by address', () => {
  test('a refused request has the product’s error, in either envelope, with retry-after', async () => {
    const app = await open()
    for (const { path, success } of [
      { path: CALLS.products.path, success: undefined },
      { path: CALLS.getPackageConfigList.path, success: false },
    ]) {
      const send = () => app.send({ method: 'GET', url: path, remoteAddress: CARRIER })
      for (let sent = 0; sent < VISITS; sent++) await send()
      const { status, body, raw } = await send()
      expect([status, body.code, body.success]).toEqual([...LIMITED, success])
      expect(Number(raw.headers['retry-after'])).toBe(body.data?.retryAfterSeconds)
      expect(body.data?.retryAfterSeconds).toBeGreaterThan(0)
      expect(body.data?.retryAfterSeconds).toBeLessThanOrEqual(60)
      expect(Object.keys(raw.headers).filter((name) => name.includes('ratelimit'))).toEqual([])
    }
  })

  test('a limit of a call’s own holds beside that of its class, until its window is over', async () => {
    const perAddress = { max: 30, perSeconds: 1 } // 3, by the factor
    const own = route({ ...CALLS.products, ownLimits: { perAddress } }, forbidden)
    const app = await open({ routes: [own] })
    const statuses = async () => {
      const all: unknown[] = []
      for (let sent = 0; sent < 5; sent++) all.push((await ask(app, CARRIER, CALLS.products.path))[0])
      return all
    }
    expect(await statuses()).toEqual([403, 403, 403, 429, 429])
    expect((await ask(app, CARRIER, CALLS.drgvPrice.path))[0]).not.toBe(429)
    expect((await ask(app, ELSEWHERE, CALLS.products.path))[0]).toBe(403)
    await delay(1_050)
    expect(await statuses()).toEqual([403, 403, 403, 429, 429])
  })

  test('an address counts as one in any notation, and so does an IPv6 /64; another /64 is another', async () => {
    const app = await open()
    await useUp(app, CARRIER)
    expect(await ask(app, `::ffff:${CARRIER}`)).toEqual(LIMITED)
    expect(await ask(app, ELSEWHERE)).toEqual([200, 0])
    await useUp(app, '2001:db8:1:2::1')
    expect(await ask(app, '2001:db8:1:2:ffff:1:2:3')).toEqual(LIMITED)
    expect(await ask(app, '2001:db8:1:3::1')).toEqual([200, 0])
  })

  test('a forged x-forwarded-for changes nothing: the last address that no trusted proxy has counts', async () => {
    const direct = await open()
    await useUp(direct, CARRIER)
    expect(await ask(direct, CARRIER, nonceUrl, { 'x-forwarded-for': ELSEWHERE })).toEqual(LIMITED)
    const behind = await open({ trustProxy: '10.0.0.0/8' })
    for (let sent = 0; sent < SIGN_INS; sent++) {
      const forwarded = { 'x-forwarded-for': `198.51.100.${sent}, 10.0.0.9, ${CARRIER}, 10.0.0.4` }
      expect(await ask(behind, '10.0.0.3', nonceUrl, forwarded)).toEqual([200, 0])
    }
    const forged = { 'x-forwarded-for': `${ELSEWHERE}, ${CARRIER}` }
    expect(await ask(behind, '10.0.0.3', nonceUrl, forged)).toEqual(LIMITED)
    expect(await ask(behind, '10.0.0.3', nonceUrl, { 'x-forwarded-for': ELSEWHERE })).toEqual([200, 0])
  })

  test('another way to write a path is the same call or none; other methods answer 404 and run nothing', async () => {
    const app = await open()
    await useUp(app, CARRIER)
    for (const url of [nonceUrl.replace('nonce', '%6eonce'), `${nonceUrl}?a`, `http://x.test${nonceUrl}`])
      expect([url, await ask(app, CARRIER, url)]).toEqual([url, LIMITED])
    for (const url of [
      `/${nonceUrl}`,
      nonceUrl.replace('users/', 'users%2F'),
      nonceUrl.replace('api', 'API'),
    ])
      expect([url, await ask(app, CARRIER, url)]).toEqual([url, [404, 10002]])
    for (const method of ['HEAD', 'OPTIONS'] as const) {
      const { statusCode } = await app.app.inject({ method, url: nonceUrl, remoteAddress: ELSEWHERE })
      expect([method, statusCode]).toEqual([method, 404])
    }
    expect(await ask(app, ELSEWHERE)).toEqual([200, 0])
  })

  test('live updates and published results have limits too', async () => {
    const app = await open()
    for (const [url, max] of [
      [LIVE_PATH, 60],
      ['/results/nodes-2970.json', 12],
    ] as const) {
      // Only refused requests: streams would stay open.
      const wrong = `${url}?unknown`
      for (let sent = 0; sent < max; sent++) expect((await ask(app, CARRIER, wrong))[0]).not.toBe(429)
      expect(await ask(app, CARRIER, wrong)).toEqual(LIMITED)
    }
  })
})

describe('what a refused request costs', () => {
  test('its body is not parsed, no key is looked for, nothing is remembered of it', async () => {
    const app = await open()
    const sealed = await app.seal(CALLS.login, await app.proof(testWallet('alice')))
    const find = vi.spyOn(app.keys, 'find')
    const log = async (payload: string) => {
      const { status, body } = await app.send({ ...sealed, payload, remoteAddress: CARRIER })
      return [status, body.code]
    }
    const max = (CALLS.login.ownLimits?.perAddress?.max ?? 0) * FACTOR
    for (let sent = 0; sent < max; sent++) expect(await log('{')).toEqual([400, 10002])
    expect(await log('{')).toEqual(LIMITED)
    expect(await log(sealed.payload)).toEqual(LIMITED)
    expect(find).not.toHaveBeenCalled()
    const { rows } = await app.database.read.query({ text: 'SELECT 1 FROM seen_request' })
    expect(rows).toEqual([])
  })

  test('it counts, and is refused, when its headers are there, however slowly its body comes', async () => {
    const app = await open()
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as { port: number }
    const head = [
      `POST ${CALLS.login.path} HTTP/1.1`,
      'host: x',
      'content-type: application/json',
      'content-length: 1000',
    ]
    const begin = async () => {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.write(`${head.join('\r\n')}\r\n\r\n{`)
      return () => answer.split('\r\n', 1)[0]
    }
    const max = (CALLS.login.ownLimits?.perAddress?.max ?? 0) * FACTOR
    for (let sent = 0; sent < max; sent++) await begin()
    const refused = await begin()
    await expect.poll(refused).toBe('HTTP/1.1 429 Too Many Requests')
  })
})

describe('limits by account', () => {
  test('strangers behind the same address, with or without a made-up token, lock out no one who is signed in', async () => {
    const app = await open()
    const tokens = [await signIn(app, 'alice'), await signIn(app, 'bob')]
    for (let sent = 0; sent < VISITS; sent++) expect(await profile(app, madeUp(sent))).toEqual([401, 10003])
    expect(await profile(app, madeUp(0))).toEqual(LIMITED)
    expect(await ask(app, CARRIER, CALLS.products.path)).toEqual(LIMITED)
    for (const token of tokens)
      for (let sent = 0; sent < OF_ACCOUNT; sent++) expect(await profile(app, token)).toEqual([200, 0])
  })

  test('beyond the address’s limit a made-up token is not looked up; a session that is over counts there', async () => {
    const app = await open()
    const token = await signIn(app, 'alice')
    await app.post(CALLS.logout, undefined, token)
    for (let sent = 0; sent < VISITS; sent++) expect(await profile(app, token)).toEqual([401, 1007])
    const query = vi.spyOn(app.database.read, 'query')
    expect(await profile(app, madeUp(1))).toEqual(LIMITED)
    expect(query).not.toHaveBeenCalled()
    expect(await profile(app, token)).toEqual(LIMITED)
    expect(query).toHaveBeenCalledTimes(1)
  })

  test('an account has one limit wherever it calls from, and its neighbours have theirs', async () => {
    const app = await open()
    const [alice, bob] = [await signIn(app, 'alice'), await signIn(app, 'bob')]
    for (let sent = 0; sent < OF_ACCOUNT; sent++)
      expect(await profile(app, alice, `10.0.0.${sent}`)).toEqual([200, 0])
    expect(await profile(app, alice, ELSEWHERE)).toEqual(LIMITED)
    expect(await profile(app, bob)).toEqual([200, 0])
    const own = await app.post(CALLS.login, await app.proof(testWallet('alice')))
    expect(await profile(app, String(own.body.data?.token))).toEqual(LIMITED) // another of her sessions
  })

  test('a request that was refused is still good later', async () => {
    const perAccount = { max: 10, perSeconds: 1 }
    const own = route({ ...CALLS.podPowerPurchase, ownLimits: { perAccount } }, forbidden)
    const app = await open({ routes: [own] })
    const token = await signIn(app, 'alice')
    const seal = () => app.seal(CALLS.podPowerPurchase, { limit: 1 }, { token })
    await app.send(await seal())
    const sealed = await seal()
    expect((await app.send(sealed)).body.code).toBe(30003)
    await delay(1_050)
    expect((await app.send(sealed)).body.code).toBe(10004)
  })
})

describe('the limits that calls declare', () => {
  test('every call that signs or moves money has the limit of quotes', () => {
    const signing = Object.values<Call>(CALLS).filter(
      ({ name, errors }) => name.endsWith('Signature') || errors.includes('WALLET_BALANCE_TOO_LOW'),
    )
    expect(signing.length).toBeGreaterThan(4)
    expect(signing.filter(({ limit }) => limit !== 'quote')).toEqual([])
  })

  test('are tighter than those of their classes, or they would be none', () => {
    const paceOf = ({ max, perSeconds }: RateLimit) => max / perSeconds
    const declared = Object.values<Call>(CALLS).filter(({ ownLimits }) => ownLimits !== undefined)
    expect(declared.length).toBeGreaterThan(0)
    for (const one of declared) {
      const { perAddress, perAccount } = one.ownLimits ?? {}
      if (perAddress)
        expect([one.name, paceOf(perAddress) < paceOf(PER_ADDRESS[one.limit])]).toEqual([one.name, true])
      if (perAccount)
        expect([one.name, paceOf(perAccount) < paceOf(PER_ACCOUNT[one.limit])]).toEqual([one.name, true])
      // Without a session there is no account to count.
      if (one.access === 'public') expect([one.name, perAccount]).toEqual([one.name, undefined])
    }
  })
})
