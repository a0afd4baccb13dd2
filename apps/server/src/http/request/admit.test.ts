import { CALLS } from '@dr/protocol/calls/index'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, startHttpTestApp } from '../../../test/app/http-test-app.ts'
import { AppError } from '../../platform/app-error.ts'
import { route } from '../../platform/route.ts'
import { PER_ACCOUNT, PER_ADDRESS } from './limits.ts'
import { RUBBISH_MAX } from './penalties.ts'

/** A carrier's, which all its customers share. */
const CARRIER = '203.0.113.7'
const ELSEWHERE = '203.0.113.8'
/** Of the real limits, so that a few requests reach them. */
const FACTOR = 0.2
const RUBBISH = RUBBISH_MAX.burst * FACTOR
const APPS = 100
/** An app's first pages, all within a moment, and what an idle one asks for (ADR 0045). */
const CALLS_AT_START = 20
const IDLE_A_MINUTE = 2
const MINUTE_MS = 60_000

const signInAll = (app: HttpTestApp, names: readonly string[]) =>
  Promise.all(names.map(async (name) => (await app.register(testWallet(name))).token))

const visit = (app: HttpTestApp, remoteAddress: string) =>
  app.send({ method: 'GET', url: CALLS.publicKeys.path, remoteAddress })

const profile = (app: HttpTestApp, token: string, remoteAddress = CARRIER) =>
  app.send({
    method: 'POST',
    url: CALLS.getProfile.path,
    headers: { authorization: `Bearer ${token}` },
    remoteAddress,
  })

/** Sealed as the app does, then one letter of the sealed key changed: it takes RSA to find out. */
const forge = async (app: HttpTestApp, token?: string) => {
  const sealed = await app.seal(CALLS.login, {}, token === undefined ? {} : { token })
  const { key = '' } = sealed.headers
  const other = key.startsWith('A') ? 'B' : 'A'
  return app.send({
    ...sealed,
    headers: { ...sealed.headers, key: other + key.slice(1) },
    remoteAddress: CARRIER,
  })
}

const codesOf = async (count: number, send: () => Promise<{ body: { code: number } }>) => {
  const codes: number[] = []
  for (let sent = 0; sent < count; sent++) codes.push((await send()).body.code)
  return codes
}

const openApp = async (openDatabase: () => Promise<Parameters<typeof startHttpTestApp>[0]>) => {
  const app = await startHttpTestApp(await openDatabase(), { limitsFactor: FACTOR })
  const refused = async () => {
    const text = (await app.app.inject({ method: 'GET', url: '/metrics' })).payload
    return Number(/^http_rubbish_refused_total (\d+)$/m.exec(text)?.[1])
  }
  return { app, refused }
}

describeOnDatabase('admission', ({ openDatabase }) => {
  test('people with a session count for their account: neighbours behind one address are not refused', async () => {
    const { app } = await openApp(openDatabase)
    const tokens = await signInAll(app, ['alice', 'bob'])
    const visits = PER_ADDRESS.call.burst * FACTOR
    await Promise.all(Array.from({ length: visits }, () => visit(app, CARRIER)))
    expect((await visit(app, CARRIER)).body.code).toBe(30003)
    for (const token of tokens) {
      const codes = await Promise.all(Array.from({ length: 20 }, () => profile(app, token)))
      expect(codes.map(({ body }) => body.code)).toEqual(Array(20).fill(0))
    }
  })

  test('a hundred open apps behind one address are answered, as they are opened and while they are idle', async () => {
    const app = await startHttpTestApp(await openDatabase(), { limitsFactor: 1 })
    const tokens: string[] = []
    for (let first = 0; first < APPS; first += 10) {
      const names = Array.from({ length: 10 }, (_, n) => `neighbour ${first + n}`)
      tokens.push(...(await signInAll(app, names)))
      app.clock.advance(MINUTE_MS) // sign-ins of one address have a limit of their own
    }
    const ask = async (calls: number) => {
      const requests = tokens.flatMap((token) => Array.from({ length: calls }, () => profile(app, token)))
      return new Set((await Promise.all(requests)).map(({ body }) => body.code))
    }
    expect(await ask(CALLS_AT_START)).toEqual(new Set([0]))
    for (let minute = 0; minute < 3; minute += 1) {
      app.clock.advance(MINUTE_MS)
      expect(await ask(IDLE_A_MINUTE)).toEqual(new Set([0]))
    }
  })

  test('one account is refused above its limit, and its neighbours are not', async () => {
    const { app } = await openApp(openDatabase)
    const [alice = '', bob = ''] = await signInAll(app, ['alice', 'bob'])
    const limit = PER_ACCOUNT.call.burst * FACTOR
    const requests = await Promise.all(Array.from({ length: limit + 1 }, () => profile(app, alice)))
    expect(requests.filter(({ body }) => body.code === 30003)).toHaveLength(1)
    expect((await profile(app, alice, ELSEWHERE)).body.code).toBe(30003)
    expect((await profile(app, bob)).body.code).toBe(0)
  })

  test('malformed requests are refused unread after a few; sessions and other addresses are still answered', async () => {
    const { app, refused } = await openApp(openDatabase)
    const [alice = ''] = await signInAll(app, ['alice'])
    expect(await codesOf(RUBBISH + 4, () => forge(app))).toEqual([
      ...Array(RUBBISH).fill(10002),
      ...Array(4).fill(30003),
    ])
    expect(await refused()).toBe(4)
    const reply = await visit(app, CARRIER)
    expect([reply.status, reply.body.code, reply.raw.headers['retry-after']]).toEqual([429, 30003, '50'])
    expect((await profile(app, alice)).body.code).toBe(0)
    expect((await visit(app, ELSEWHERE)).body.code).toBe(0)
  })

  test('tokens that were never issued count as malformed requests', async () => {
    const { app } = await openApp(openDatabase)
    const made = (index: number) => String(index).padStart(43, 'A')
    let turn = 0
    expect(await codesOf(RUBBISH + 2, () => profile(app, made(turn++)))).toEqual([
      ...Array(RUBBISH).fill(10003),
      30003,
      30003,
    ])
  })

  test('a user’s mistake does not count as a malformed request', async () => {
    const database = await openDatabase()
    const mistaken = route(CALLS.hashRateInfo, async () => {
      throw new AppError('BAD_PARAMETER', { details: { path: 'amount', problem: 'below the minimum' } })
    })
    const app = await startHttpTestApp(database, { limitsFactor: FACTOR, routes: [mistaken] })
    const { token } = await app.register(testWallet('alice'))
    const ask = () => app.post(CALLS.hashRateInfo, undefined, token)
    expect(await codesOf(3 * RUBBISH, ask)).toEqual(Array(3 * RUBBISH).fill(10002))
  })

  test('what an account sends counts for the account, wherever it comes from', async () => {
    const { app } = await openApp(openDatabase)
    const [alice = '', bob = ''] = await signInAll(app, ['alice', 'bob'])
    expect(await codesOf(RUBBISH + 1, () => forge(app, alice))).toEqual([
      ...Array(RUBBISH).fill(10002),
      30003,
    ])
    expect((await profile(app, alice, ELSEWHERE)).body.code).toBe(30003)
    expect((await profile(app, bob)).body.code).toBe(0)
    expect((await visit(app, CARRIER)).body.code).toBe(0)
  })
})
