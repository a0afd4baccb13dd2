import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CALLS } from '@dr/protocol/calls/index'
import { REQUEST_CLOCK_SKEW_MS } from '@dr/protocol/constants'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { type HttpTestApp, type Sealed, startHttpTestApp } from '../../../test/app/http-test-app.ts'

const alice = testWallet('alice')
const listCall = CALLS.podPowerPurchase

const signedIn = async (app: HttpTestApp) => (await app.register(alice, app.genesis.inviteCode)).token

const seal = async (app: HttpTestApp, token: string): Promise<Sealed> =>
  app.seal(listCall, { limit: 5 }, { token })

const seenCount = async ({ database }: HttpTestApp): Promise<bigint> => {
  const { rows } = await database.read.query<{ n: bigint }>({
    text: 'SELECT count(*) AS n FROM seen_request',
  })
  return rows[0]?.n ?? -1n
}

describeOnDatabase('the envelope', ({ openDatabase }) => {
  test('a request is good once; the same again is 30004', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    expect((await app.send(sealed)).body.code).toBe(0)
    const again = await app.send(sealed)
    expect([again.status, again.body.code, again.body.data]).toEqual([400, 30004, { reason: 'replayed' }])
  })

  test('of eight copies at once, one is answered', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    const replies = await Promise.all(Array.from({ length: 8 }, () => app.send(sealed)))
    expect(replies.map(({ body }) => body.code).toSorted()).toEqual([0, ...Array(7).fill(30004)])
  })

  test('the same key in another base64 encoding is no new request', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    expect((await app.send(sealed)).body.code).toBe(0)
    // 256 bytes end in two padding characters: the last letter's four low bits are ignored, and would open as
    // well.
    const { key = '' } = sealed.headers
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const last = alphabet.charAt(alphabet.indexOf(key.charAt(341)) + 1)
    const reencoded = `${key.slice(0, 341)}${last}==`
    expect(Buffer.from(reencoded, 'base64').equals(Buffer.from(key, 'base64'))).toBe(true)
    const reply = await app.send({ ...sealed, headers: { ...sealed.headers, key: reencoded } })
    expect([reply.status, reply.body.code]).toEqual([400, 10002])
  })

  test.each([
    ['six minutes old', -6 * 60_000],
    ['six minutes early', 6 * 60_000],
    ['five minutes and a millisecond old', -REQUEST_CLOCK_SKEW_MS - 1],
  ])('%s: 30004, with the server’s time', async (_, offsetMs) => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    app.clock.advance(-offsetMs)
    const reply = await app.send(sealed)
    expect([reply.status, reply.body.code]).toEqual([400, 30004])
    expect(reply.body.data).toEqual({ reason: 'stale', serverTime: app.clock.now().getTime() })
  })

  test('exactly five minutes old is still good', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    app.clock.advance(REQUEST_CLOCK_SKEW_MS)
    expect((await app.send(sealed)).body.code).toBe(0)
  })

  test('encrypted to an unknown key: 30005', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    const reply = await app.send({
      ...sealed,
      headers: { ...sealed.headers, 'key-id': '1767571200000-deadbeef' },
    })
    expect([reply.status, reply.body.code]).toEqual([400, 30005])
  })

  test('encrypted to a foreign key under a known id: 10002, and no trace', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const token = await signedIn(app)
    const before = await seenCount(app)
    const { publicKey } = await crypto.subtle.generateKey(
      { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['encrypt', 'decrypt'],
    )
    const spki = Buffer.from(await crypto.subtle.exportKey('spki', publicKey)).toString('base64')
    const [known] = await app.keys.publicKeys()
    const foreign = await sealRequest({
      publicKey: await importPublicKey(spki),
      keyId: known?.keyId ?? '',
      context: { method: 'POST', path: listCall.path, timestamp: String(app.clock.now().getTime()) },
      body: {},
    })
    const sealed = await seal(app, token)
    const reply = await app.send({
      ...sealed,
      headers: { ...sealed.headers, ...foreign.headers },
      payload: JSON.stringify(foreign.body),
    })
    expect([reply.body.code, reply.body.data?.path]).toEqual([10002, 'headers.key'])
    expect(await seenCount(app)).toBe(before)
  })

  test('not encrypted: 10002, and says what is missing', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const token = await signedIn(app)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const send = (payload: string, more = {}) =>
      app.send({ method: 'POST', url: listCall.path, headers: { ...headers, ...more }, payload })
    const plain = await send('{"limit":5}')
    expect([plain.status, plain.body.code, plain.body.data?.path]).toEqual([400, 10002, 'body'])
    expect(plain.body.data?.problem).toContain('must be encrypted')
    expect((await send('{"data":"AAAA"}')).body.data?.path).toBe('headers.key')
    expect((await send('{"data":"AAAA","limit":5}')).body.data?.path).toBe('body')
    expect((await send('not json')).body.data).toEqual({ path: 'body', problem: 'not JSON' })
    expect((await send('null')).body.data?.path).toBe('body')
  })

  test('one megabyte: 413 with code 10002, and the connection survives for the next', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const token = await signedIn(app)
    const sealed = await seal(app, token)
    const large = await app.send({ ...sealed, payload: JSON.stringify({ data: 'A'.repeat(1_048_576) }) })
    expect([large.status, large.body.code, large.body.data]).toEqual([
      413,
      10002,
      { path: 'body', problem: 'larger than 64 KiB' },
    ])
    expect((await app.send(sealed)).body.code).toBe(0)
  })

  test('one megabyte without a length, over a real socket: refused as soon as the limit is exceeded', async () => {
    const app = await startHttpTestApp(await openDatabase())
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: listCall.path,
          headers: { 'content-type': 'application/json' },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      request.on('error', reject)
      for (let chunk = 0; chunk < 16; chunk++) request.write('x'.repeat(65_536))
      request.end()
    })
    expect(status).toBe(413)
  })

  test('another content type: 415 with code 10002', async () => {
    const app = await startHttpTestApp(await openDatabase())
    for (const contentType of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await app.send({
        method: 'POST',
        url: listCall.path,
        headers: { 'content-type': contentType },
        payload: 'a=b',
      })
      expect([contentType, reply.status, reply.body.code]).toEqual([contentType, 415, 10002])
    }
  })

  test('encrypted for another method, path or time, or with another body or IV: 10002, nothing is stored, and the right one still passes', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const token = await signedIn(app)
    const sealed = await seal(app, token)
    const before = await seenCount(app)
    const { data } = JSON.parse(sealed.payload) as { data: string }
    const flip = (at: number) => {
      const bytes = Buffer.from(data, 'base64')
      bytes[at] = (bytes[at] as number) ^ 1
      return { ...sealed, payload: JSON.stringify({ data: bytes.toString('base64') }) }
    }
    const later = String(Number(sealed.headers.timestamp) + 1)
    const changed: Record<string, Sealed> = {
      path: { ...sealed, url: CALLS.miningDetail.path },
      timestamp: { ...sealed, headers: { ...sealed.headers, timestamp: later } },
      iv: flip(0),
      ciphertext: flip(13),
      tag: flip(Buffer.from(data, 'base64').length - 1),
      short: { ...sealed, payload: JSON.stringify({ data: 'AAAA' }) },
      'not base64': { ...sealed, payload: JSON.stringify({ data: '***' }) },
    }
    for (const [what, request] of Object.entries(changed)) {
      const reply = await app.send(request)
      // miningDetail is not among this app's routes: an unknown path is answered by 10002 as well.
      expect([what, reply.body.code]).toEqual([what, 10002])
    }
    expect(await seenCount(app)).toBe(before)
    expect((await app.send(sealed)).body.code).toBe(0)
  })

  test('sealed for login, sent to register (both exist): 10002', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await app.seal(CALLS.login, await app.proof(alice))
    const reply = await app.send({ ...sealed, url: CALLS.register.path })
    expect([reply.body.code, reply.body.data?.path]).toEqual([10002, 'body.data'])
  })

  test('a query string changes nothing about what was sealed', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    expect((await app.send({ ...sealed, url: `${sealed.url}?utm_source=x` })).body.code).toBe(0)
  })

  test('a malformed timestamp is 10002 before anything else', async () => {
    const app = await startHttpTestApp(await openDatabase())
    const sealed = await seal(app, await signedIn(app))
    for (const timestamp of ['', 'now', '-1', '1e12', '1767571200000.5', '9'.repeat(16)]) {
      const reply = await app.send({ ...sealed, headers: { ...sealed.headers, timestamp } })
      expect([timestamp, reply.body.code, reply.body.data?.path]).toEqual([
        timestamp,
        10002,
        'headers.timestamp',
      ])
    }
  })
})
