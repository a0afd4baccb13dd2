/**
 * Every call of the OpenAPI document, sent to the whole server: valid, with an error in each field, and from
 * every kind of caller.
 */
import { errorsOf, HEADERS } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { ERRORS } from '@dr/protocol/errors'
import { describeOnPostgres } from '@dr/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chain, startChain } from '../app/test-app.ts'
import { looseObjects, type Schema } from './corrupt.ts'
import { corruptedRequests, type DocumentedCall, readDocument } from './document.ts'
import { changed, fingerprint } from './fingerprint.ts'
import { FOREIGN_IDS, SHARED_IDS } from './foreign-ids.ts'
import { mistakesIn, openScene, type Reply, type Scene } from './scene.ts'

const ID_FIELD = /(?:[a-z]I[dD]s?|^id)$/

describeOnPostgres('the contract', () => {
  let chain: Chain
  let scene: Scene
  let calls: readonly DocumentedCall[]
  beforeAll(async () => {
    chain = await startChain()
    scene = await openScene(chain)
    calls = await readDocument(scene.app)
  })
  afterAll(async () => {
    await scene?.close()
    await chain?.anvil.stop()
  })

  const secured = () => calls.filter(({ access }) => access !== 'public')
  /** A public call needs no session: it does not even check an invalid token. */
  const tokenFor = async ({ access, valid, call }: DocumentedCall): Promise<string> => {
    if (access === 'public') return 'no-token-of-ours'
    const person = valid.as ?? ((call.access as string) === 'operator' ? 'operator' : 'alice')
    return valid.ownSession ? scene.signIn(person) : scene.people[person].token
  }
  const ask = async (documented: DocumentedCall, token: string | undefined) => {
    const { call, valid } = documented
    const params = valid.params?.(scene) ?? {}
    const body = await valid.body?.(scene)
    return scene.request(call, { params, body, ...(token === undefined ? {} : { token }) })
  }
  const codeOf = ({ body }: Reply) => body.code

  test('the document describes every call, no call twice, and says of each who may make it', () => {
    expect(calls.map(({ call }) => call.name).toSorted()).toEqual(Object.keys(CALLS).toSorted())
    expect(new Set(calls.map(({ route }) => route)).size).toBe(calls.length)
    for (const { call, access, secured: named, route } of calls) {
      expect([call.name, route, access, named]).toEqual([
        call.name,
        `${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`,
        call.access,
        call.access !== 'public',
      ])
    }
  })

  test('no request of any call accepts an unknown field', () => {
    for (const { call, request, params, resolve } of calls) {
      expect([call.name, looseObjects(request, resolve), looseObjects(params, resolve)]).toEqual([
        call.name,
        [],
        [],
      ])
    }
  })

  test('every field that is missing, too much, mistyped or out of range is 10002 with its path, and changes nothing', {
    timeout: 240_000,
  }, async () => {
    const before = await fingerprint(scene.database)
    const kinds = new Map<string, number>()
    const wrong: unknown[] = []
    for (const documented of calls) {
      const { call } = documented
      const token = await tokenFor(documented)
      const corrupted = await corruptedRequests(documented, scene)
      expect([call.name, corrupted.length]).not.toEqual([call.name, 0])
      await Promise.all(
        corrupted.map(async ({ kind, path, params, body, unsure }) => {
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          const { status, body: answer } = await scene.send(
            await scene.request(call, { params, body, token }),
          )
          // For a missing field of a union either branch may be named.
          const named = answer.data?.path === path || (unsure && kind === 'missing')
          if (status === 400 && answer.code === 10002 && named) return
          wrong.push([call.name, kind, path, body, status, answer.code, answer.data])
        }),
      )
    }
    expect(wrong.slice(0, 10)).toEqual([])
    expect(changed(before, await fingerprint(scene.database))).toEqual([])
    expect([...kinds.keys()].toSorted()).toEqual(['extra', 'missing', 'mistyped', 'out-of-range'])
  })

  test('who may not: 1012, 10003, 1007, 10010, 10011, 10014, 10004, and nothing changes', async () => {
    const [revoked, expired] = [await scene.signIn('bob'), await scene.signIn('bob')]
    await scene.send(await scene.request(CALLS.logout, { token: revoked }))
    await scene.database.single.query({
      text: `UPDATE session SET expires_at = now() - interval '1 second' WHERE id = (SELECT max(id) FROM session)`,
    })
    const before = await fingerprint(scene.database)
    const { alice, bob, newcomer } = scene.people
    const stranger: readonly [number, number, string | undefined][] = [
      [403, 1012, undefined],
      [401, 10003, 'x'],
      [401, 10003, 'A'.repeat(43)],
      [401, 1007, revoked],
      [401, 10010, expired],
    ]
    for (const documented of secured()) {
      const { call, access } = documented
      const raw = await ask(documented, undefined)
      const as = (token: string | undefined, headers: Record<string, string> = {}) =>
        scene.send({
          ...raw,
          headers: {
            ...raw.headers,
            ...headers,
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          },
        })
      for (const [status, code, token] of stranger) {
        const reply = await as(token)
        expect([call.name, reply.status, codeOf(reply)]).toEqual([call.name, status, code])
      }
      const other = await as(alice.token, { [HEADERS.address]: bob.wallet.address })
      expect([call.name, other.status, codeOf(other)]).toEqual([call.name, 401, 10011])
      if (access === 'session') continue
      const reply = await as(newcomer.token)
      const code = access === 'operator' ? 10004 : 10014
      expect([call.name, reply.status, codeOf(reply)]).toEqual([call.name, 403, code])
      if (access === 'operator') expect([call.name, codeOf(await as(bob.token))]).toEqual([call.name, 10004])
    }
    expect(changed(before, await fingerprint(scene.database))).toEqual([])
  })

  test('another user’s ids are refused', async () => {
    const { alice, bob } = scene.people
    const fields = calls.flatMap(({ call, request, resolve }) => {
      const branches = ((resolve(request).anyOf as Schema[] | undefined) ?? [request]).map(resolve)
      const names = branches.flatMap((branch) => Object.keys((branch.properties ?? {}) as object))
      return names
        .filter((name) => ID_FIELD.test(name) && !SHARED_IDS.has(name))
        .map((name) => `${call.name}.${name}`)
    })
    expect(Object.keys(FOREIGN_IDS).toSorted(), 'test/servers/foreign-ids.ts').toEqual(fields.toSorted())
    const before = await fingerprint(scene.database)
    for (const [field, foreign] of Object.entries(FOREIGN_IDS)) {
      const call = CALLS[field.split('.')[0] as keyof typeof CALLS]
      const body = foreign?.body(bob)
      const reply = await scene.send(await scene.request(call, { body, token: alice.token }))
      expect([field, codeOf(reply)]).toEqual([field, foreign?.code])
      const answered = JSON.stringify(reply.body.data)
      for (const secret of [bob.orderId, bob.wallet.address.toLowerCase()])
        expect(answered).not.toContain(secret)
    }
    expect(changed(before, await fingerprint(scene.database))).toEqual([])
  })

  test('every valid request is answered as its call declares', async () => {
    for (const documented of calls) {
      const { call, valid } = documented
      const before = await fingerprint(scene.database)
      const reply = await scene.send(await ask(documented, await tokenFor(documented)))
      const { code = 0 } = valid
      expect(mistakesIn(scene.log)).toEqual([])
      expect([call.name, reply.body]).toMatchObject([call.name, { code }])
      const declared = errorsOf(call).map((name) => ERRORS[name].code as number)
      if (code === 0) call.response.parse(reply.body.data)
      else expect(declared).toContain(code)
      if (code !== 0 || !valid.moves)
        expect([call.name, changed(before, await fingerprint(scene.database))]).toEqual([call.name, []])
    }
  })
})
