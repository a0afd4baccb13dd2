import { HEADERS } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { SESSION_LIFETIME_MS } from '@dr/protocol/constants'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, startHttpTestApp } from '../../../test/app/http-test-app.ts'
import { route } from '../../platform/route.ts'

const alice = testWallet('alice')
const bob = testWallet('bob')

const profile = ({ post }: HttpTestApp, token?: string, headers: Record<string, string> = {}) =>
  post(CALLS.getProfile, undefined, token, headers)

const answer = ({ status, body }: Awaited<ReturnType<typeof profile>>) => [status, body.code]

describeOnDatabase('sessions', ({ openDatabase }) => {
  test('no header 1012 (403), no token of ours 10003 (401)', async () => {
    const app = await startHttpTestApp(await openDatabase())
    expect(answer(await profile(app))).toEqual([403, 1012])
    for (const authorization of [
      'Bearer',
      'Bearer x',
      `Basic ${'A'.repeat(43)}`,
      `Bearer ${'A'.repeat(43)}`,
      `Bearer ${'A'.repeat(44)}`,
    ]) {
      expect([authorization, ...answer(await profile(app, undefined, { authorization }))]).toEqual([
        authorization,
        401,
        10003,
      ])
    }
  })

  test('valid for 24 hours, then 10010', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token, expiresAt } = await app.register(alice)
    expect(new Date(expiresAt).getTime()).toBe(app.clock.now().getTime() + SESSION_LIFETIME_MS)
    app.clock.advance(SESSION_LIFETIME_MS - 1)
    expect(answer(await profile(app, token))).toEqual([200, 0])
    app.clock.advance(1)
    expect(answer(await profile(app, token))).toEqual([401, 10010])
  })

  test('logging out revokes this session and no other', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    const other = await app.post(CALLS.login, await app.proof(alice))
    expect((await app.post(CALLS.logout, undefined, token)).body).toEqual({
      code: 0,
      message: 'ok',
      data: {},
    })
    expect(answer(await profile(app, token))).toEqual([401, 1007])
    expect(answer(await profile(app, String(other.body.data?.token)))).toEqual([200, 0])
  })

  test('the eleventh sign-in ends the first', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    for (let n = 0; n < 9; n++) await app.post(CALLS.login, await app.proof(alice))
    expect(answer(await profile(app, token))).toEqual([200, 0])
    await app.post(CALLS.login, await app.proof(alice))
    expect(answer(await profile(app, token))).toEqual([401, 1007])
  })

  test('thirty sign-ins at once leave ten sessions', async () => {
    const app = await startHttpTestApp(await openDatabase())
    await app.register(alice)
    const proofs = await Promise.all(Array.from({ length: 30 }, () => app.proof(alice)))
    const replies = await Promise.all(proofs.map((proof) => app.post(CALLS.login, proof)))
    expect(replies.map(({ body }) => body.code)).toEqual(Array(30).fill(0))
    const answers = await Promise.all(replies.map(({ body }) => profile(app, String(body.data?.token))))
    expect(answers.filter(({ body }) => body.code === 0)).toHaveLength(10)
    expect(answers.filter(({ body }) => body.code === 1007)).toHaveLength(20)
  })

  test('the connected wallet’s address must be the session’s, in any case: 10011', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    expect(answer(await profile(app, token, { [HEADERS.address]: alice.address }))).toEqual([200, 0])
    expect(answer(await profile(app, token, { [HEADERS.address]: alice.address.toLowerCase() }))).toEqual([
      200, 0,
    ])
    expect(answer(await profile(app, token, { [HEADERS.address]: bob.address }))).toEqual([401, 10011])
    expect(answer(await profile(app, token, { [HEADERS.address]: '' }))).toEqual([401, 10011])
  })

  test('a call that needs activation answers 10014 until an inviter is bound, in the same session', async () => {
    const collect = route(CALLS.collectMining, async () => ({
      amount: '0',
      journalId: '1',
      asOf: 0,
      releaseId: '0',
      nextCollectableAt: 0,
    }))
    const app = await startHttpTestApp(await openDatabase(), { routes: [collect] })
    const { token } = await app.register(alice)
    expect(answer(await app.post(CALLS.collectMining, undefined, token))).toEqual([403, 10014])
    await app.post(CALLS.podPowerPurchase, { inviteCode: app.genesis.inviteCode }, token)
    expect(answer(await app.post(CALLS.collectMining, undefined, token))).toEqual([200, 0])
  })

  test('the token is nowhere in the database', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const { token } = await app.register(alice)
    const { rows } = await app.database.read.query({ text: 'SELECT to_jsonb(s)::text AS row FROM session s' })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
