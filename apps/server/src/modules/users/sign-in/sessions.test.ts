import { CALLS } from '@dr/protocol/calls/index'
import type { SessionInfo } from '@dr/protocol/calls/sessions'
import { SESSION_LIFETIME_MS } from '@dr/protocol/constants'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, startHttpTestApp } from '../../../../test/app/http-test-app.ts'

const alice = testWallet('alice')
const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'

const signIn = async (app: HttpTestApp, wallet = alice, userAgent = PHONE): Promise<string> => {
  const reply = await app.post(CALLS.login, await app.proof(wallet), undefined, { 'user-agent': userAgent })
  return String(reply.body.data?.token)
}
const list = async (app: HttpTestApp, token: string) =>
  (await app.post(CALLS.listSessions, {}, token)).body.data?.items as readonly SessionInfo[]
const codeOf = async (app: HttpTestApp, token: string) =>
  (await app.post(CALLS.getProfile, {}, token)).body.code

describeOnDatabase('my sessions', ({ openDatabase }) => {
  test('are listed, newest first, with the device they are on, and the one that asks', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    app.clock.advance(60_000)
    const phone = await signIn(app)
    expect((await list(app, phone)).map(({ device, current }) => [device, current])).toEqual([
      ['Chrome · Android', true],
      [null, false],
    ])
    expect((await list(app, token)).map(({ current }) => current)).toEqual([false, true])
    app.clock.advance(SESSION_LIFETIME_MS - 60_000)
    expect(await list(app, phone)).toHaveLength(1) // the first has expired
  })

  test('one is ended, or all others: 1007 there, and nowhere else', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token: first } = await app.register(alice)
    const second = await signIn(app)
    const third = await signIn(app)
    const [, other] = await list(app, third)
    const end = async (body: { sessionId: string } | { others: true }) =>
      (await app.post(CALLS.revokeSessions, body, third)).body.data
    expect(await end({ sessionId: String(other?.sessionId) })).toEqual({ revoked: 1 })
    expect(await end({ sessionId: String(other?.sessionId) })).toEqual({ revoked: 0 })
    expect([await codeOf(app, first), await codeOf(app, second), await codeOf(app, third)]).toEqual([
      0, 1007, 0,
    ])
    expect(await end({ others: true })).toEqual({ revoked: 1 })
    expect([await codeOf(app, first), await codeOf(app, third)]).toEqual([1007, 0])
  })

  test('another user’s are neither seen nor ended, whatever id is named', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    const mallory = await app.register(testWallet('mallory'))
    const [mine] = await list(app, token)
    for (const sessionId of [String(mine?.sessionId), '0', '9'.repeat(70)]) {
      const { body } = await app.post(CALLS.revokeSessions, { sessionId }, mallory.token)
      expect(body.data).toEqual({ revoked: 0 })
    }
    expect((await app.post(CALLS.revokeSessions, { others: true }, mallory.token)).body.data).toEqual({
      revoked: 0,
    })
    expect(await codeOf(app, token)).toBe(0)
  })
})
