import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { openRequest, RSA_OAEP } from '@dr/protocol/envelope'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { serverNow, setServerTime } from '../ui/clock.ts'
import { createClient } from './create-client.ts'
import { ApiError } from './errors.ts'

const address = `0x${'ab'.repeat(20)}`
const HOUR_MS = 3_600_000

const makeKey = async (keyId: string) => {
  const pair = await crypto.subtle.generateKey(
    { ...RSA_OAEP, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  )
  const spki = btoa(
    String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))),
  )
  return { keyId, spki, privateKey: pair.privateKey }
}
type Key = Awaited<ReturnType<typeof makeKey>>
type Seen = { url: string; method: string; headers: Headers; body: unknown }

/** Server side of the encryption with real keys; decrypts requests like the API. */
const server = (keys: Key[], answer: (seen: Seen) => unknown, clockOffsetMs = 0) => {
  const seen: Seen[] = []
  const fetcher = vi.fn(async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    if (url === '/api/v1/public/keys') {
      const offered = keys.map(({ keyId, spki }) => ({ keyId, spki }))
      return Response.json({
        code: 0,
        message: '',
        data: { keys: offered, serverTime: Date.now() + clockOffsetMs },
      })
    }
    let body: unknown = null
    if (init.body) {
      const key = keys.find(({ keyId }) => keyId === headers.get('key-id'))
      if (!key) return Response.json({ code: 30005, message: 'unknown key' }, { status: 400 })
      const timestamp = headers.get('timestamp') ?? ''
      if (Math.abs(Number(timestamp) - (Date.now() + clockOffsetMs)) > 300_000)
        return Response.json({ code: 30004, message: 'too old' }, { status: 400 })
      body = await openRequest({
        privateKey: key.privateKey,
        key: headers.get('key') ?? '',
        data: (JSON.parse(String(init.body)) as { data: string }).data,
        context: { method: init.method ?? '', path: url, timestamp },
      })
    }
    const request = { url, method: init.method ?? '', headers, body }
    seen.push(request)
    const result = answer(request)
    return result instanceof Response ? result : Response.json(result)
  })
  return { fetch: fetcher as unknown as typeof fetch, seen, calls: fetcher }
}

const over = vi.fn()
const client = (fetcher: typeof fetch, token: string | null = 'token-1') =>
  createClient({
    baseUrl: '',
    fetch: fetcher,
    token: () => token,
    walletAddress: () => address,
    onSessionOver: over,
    parse: async (name, data) => ({ ...CALLS, ...LOCAL_CALLS })[name].response.parse(data),
  })

let key: Key
beforeEach(async () => {
  key ??= await makeKey('first')
  over.mockReset()
})

const collected = { amount: '5', journalId: '9', asOf: 1, releaseId: '2', nextCollectableAt: 3 }

describe('envelope', () => {
  it('seals the body for the path and the time, and sends token and wallet', async () => {
    const { fetch, seen } = server([key], () => ({
      code: 0,
      message: '',
      data: { items: [], nextCursor: null },
    }))
    await client(fetch)('miningDetail', { request: { state: 'paused', limit: 5 } })
    expect(seen[0]?.body).toEqual({ state: 'paused', limit: 5 })
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer token-1')
    expect(seen[0]?.headers.get('x-address')).toBe(address)
  })
  it('uses a fresh key for every request', async () => {
    const { fetch, seen } = server([key], () => ({ code: 0, message: '', data: collected }))
    const call = client(fetch)
    await call('collectMining')
    await call('collectMining')
    expect(seen[0]?.headers.get('key')).not.toBe(seen[1]?.headers.get('key'))
  })
  it('asks a GET for JSON, and gives any request up after 60 s', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const { fetch, seen } = server([key], () => ({ code: 0, message: '', data: { items: [] } }))
    await client(fetch)('products')
    expect(timeout.mock.calls).toContainEqual([60_000])
    expect(seen[0]?.headers.get('accept')).toBe('application/json')
    timeout.mockRestore()
  })
  it('puts a GET into the query, unencrypted and without a body', async () => {
    const orderId = '01890000-0000-7000-8000-000000000000'
    const { fetch, seen } = server([key], () => ({ code: 0, message: '', data: { items: [] } }))
    await client(fetch)('openVouchers', { request: { orderId } })
    expect(seen[0]).toMatchObject({ url: `/api/v1/mining/machine-signature?orderId=${orderId}`, body: null })
  })
  it('takes the data out of a legacy answer, whose body comes whole', async () => {
    const data = { items: [], nextCursor: null }
    const { fetch } = server([key], () => ({ success: true, code: 0, message: '', data }))
    await expect(client(fetch)('getRechargeList')).resolves.toEqual(data)
  })
  it('fetches the keys again when they were rotated, and asks once more', async () => {
    const keys = [key]
    const { fetch, seen } = server(keys, () => ({ code: 0, message: '', data: collected }))
    const call = client(fetch)
    await call('collectMining')
    keys[0] = await makeKey('second')
    await call('collectMining')
    expect(seen.map(({ headers }) => headers.get('key-id'))).toEqual(['first', 'second'])
  })
  it('follows the server’s clock when this device’s is wrong', async () => {
    onTestFinished(() => setServerTime({ serverTime: 0, askedAt: 0, answeredAt: 0 }))
    const { fetch } = server([key], () => ({ code: 0, message: '', data: collected }), 2 * HOUR_MS)
    await client(fetch)('collectMining')
    expect(Math.abs(serverNow() - Date.now() - 2 * HOUR_MS)).toBeLessThan(1_000)
  })
  it('knows the server’s clock by the first answer, a GET’s or a refusal', async () => {
    onTestFinished(() => setServerTime({ serverTime: 0, askedAt: 0, answeredAt: 0 }))
    for (const [hours, status] of [
      [2, 200],
      [-3, 500],
    ] as const) {
      const headers = { date: new Date(Date.now() + hours * HOUR_MS).toUTCString() }
      const { fetch } = server([key], () =>
        Response.json({ code: 0, message: '', data: { items: [] } }, { status, headers }),
      )
      await client(fetch)('openVouchers').catch(() => undefined)
      expect(Math.abs(serverNow() - Date.now() - hours * HOUR_MS)).toBeLessThan(2_000)
    }
  })
  it('never repeats a request that was refused as replayed', async () => {
    const { fetch, seen } = server([key], () => Response.json({ code: 30004, message: '' }, { status: 400 }))
    await expect(client(fetch)('collectMining')).rejects.toMatchObject({ code: 30004 })
    expect(seen).toHaveLength(1)
  })
})

describe('answers', () => {
  const failing = (response: () => unknown, token: string | null = 'token-1') =>
    client(server([key], response).fetch, token)('collectMining').catch((error: unknown) => error as ApiError)

  it('10013 shows no message and keeps the session', async () => {
    const error = await failing(() => Response.json({ code: 10013, message: 'unknown' }, { status: 404 }))
    expect(error).toMatchObject({ code: 10013, silent: true })
    expect(over).not.toHaveBeenCalled()
  })
  it.each([
    ['10003', 401],
    ['1007', 401],
    ['10010', 401],
    ['10003', 200],
  ])('%s with HTTP %s ends the session', async (code, status) => {
    await failing(() => Response.json({ code: Number(code), message: '' }, { status }))
    expect(over).toHaveBeenCalledWith('token-1')
  })
  it('a visitor’s 401 has no effect: there is no session to end', async () => {
    await failing(() => Response.json({ code: 10003, message: '' }, { status: 401 }), null)
    expect(over).not.toHaveBeenCalled()
  })
  it('a proxy’s 401 page ends the session too', async () => {
    await failing(() => new Response('<h1>Unauthorized</h1>', { status: 401 }))
    expect(over).toHaveBeenCalledTimes(1)
  })
  it('keeps the server’s message of an unknown code', async () => {
    expect(
      await failing(() => Response.json({ code: 777, message: 'from later' }, { status: 400 })),
    ).toMatchObject({
      kind: 'server',
      code: 777,
      message: 'from later',
    })
  })
  it('reads a transport error’s code from its text, and 0 where there is none', async () => {
    const failure = await failing(() => new Response('upstream says code: 30003', { status: 502 }))
    expect(failure).toMatchObject({ kind: 'transport', code: 30003 })
    const silent = await failing(() => new Response('<h1>Bad gateway 50200</h1>', { status: 502 }))
    expect(silent).toMatchObject({ kind: 'transport', code: 0, status: 502 })
  })
  it('a network failure is a transport error', async () => {
    const call = client(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call('products')).rejects.toMatchObject({ kind: 'transport', code: 0, status: 0 })
  })
  it('an answer that lacks a number is refused, never filled with 0', async () => {
    const error = await failing(() => ({ code: 0, message: '', data: { journalId: '9' } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ kind: 'unexpected' })
  })
  it('code 0 without data is an empty object', async () => {
    const call = client(server([key], () => ({ code: 0, message: '' })).fetch)
    await expect(call('logout')).resolves.toEqual({})
  })
})
