import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  EnvelopeError,
  type EnvelopeKey,
  freshKey,
  fromBase64,
  importPublicKey,
  KEY_ALPHABET,
  openRequest,
  RSA_OAEP,
  type SealedRequest,
  sealRequest,
} from './envelope.ts'

const RSA = { ...RSA_OAEP, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
const context = { method: 'POST', path: '/api/v1/users/login', timestamp: '1767571200000' }

let publicKey: EnvelopeKey
let privateKey: EnvelopeKey
let otherPrivateKey: EnvelopeKey

beforeAll(async () => {
  const [pair, other] = await Promise.all([
    crypto.subtle.generateKey(RSA, true, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey(RSA, true, ['encrypt', 'decrypt']),
  ])
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey)).toString('base64')
  publicKey = await importPublicKey(spki)
  privateKey = pair.privateKey
  otherPrivateKey = other.privateKey
})

const seal = (body: unknown) => sealRequest({ publicKey, keyId: 'k', context, body })

const open = (sealed: SealedRequest, change: Partial<Parameters<typeof openRequest>[0]> = {}) =>
  openRequest({ privateKey, key: sealed.headers.key, data: sealed.body.data, context, ...change })

/** JSON has no -0, no undefined. */
const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)

describe('the envelope', () => {
  test('opens as what was sealed, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (body) => {
        expect(await open(await seal(body))).toEqual(body)
      }),
      { numRuns: 60 },
    )
  })

  test('one bit changed anywhere in the data, and it does not open', async () => {
    const sealed = await seal({ amount: '100', to: '0xabc' })
    const bytes = Buffer.from(sealed.body.data, 'base64')
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length * 8 - 1 }), async (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
        const refused = open(sealed, { data: changed.toString('base64') })
        await expect(refused).rejects.toMatchObject({ name: 'EnvelopeError', part: 'data' })
      }),
    )
  })

  test('one bit changed anywhere in the key, and it does not open', async () => {
    const sealed = await seal({ a: 1 })
    const bytes = Buffer.from(sealed.headers.key, 'base64')
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length * 8 - 1 }), async (bit) => {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
        await expect(open(sealed, { key: changed.toString('base64') })).rejects.toBeInstanceOf(EnvelopeError)
      }),
      { numRuns: 60 },
    )
  })

  test('is bound to method, path and timestamp', async () => {
    const sealed = await seal({ a: 1 })
    for (const change of [
      { method: 'GET' },
      { path: '/api/v1/users/register' },
      { timestamp: '1767571200001' },
    ]) {
      await expect(open(sealed, { context: { ...context, ...change } })).rejects.toMatchObject({
        part: 'data',
      })
    }
    expect(await open(sealed, { context: { ...context, method: 'post' } })).toEqual({ a: 1 })
  })

  test('another server’s key does not open it', async () => {
    const sealed = await seal({ a: 1 })
    await expect(open(sealed, { privateKey: otherPrivateKey })).rejects.toMatchObject({ part: 'key' })
  })

  test('what is too short, no base64, or no JSON is refused by its part', async () => {
    const sealed = await seal({ a: 1 })
    await expect(open(sealed, { data: 'AAAA' })).rejects.toMatchObject({ part: 'data' })
    await expect(open(sealed, { data: '*' })).rejects.toMatchObject({ part: 'data' })
    await expect(open(sealed, { key: '*' })).rejects.toMatchObject({ part: 'key' })
    await expect(open(sealed, { key: '' })).rejects.toMatchObject({ part: 'key' })
    await expect(open(await seal(undefined))).rejects.toMatchObject({ part: 'data' })
  })

  test('a request key that has not 16 bytes is refused', async () => {
    const short = await crypto.subtle.encrypt(RSA_OAEP, publicKey, new Uint8Array(32))
    const sealed = await seal({ a: 1 })
    const key = Buffer.from(short).toString('base64')
    await expect(open(sealed, { key })).rejects.toMatchObject({ part: 'key' })
  })

  test('two seals of one body share nothing', async () => {
    const [a, b] = await Promise.all([seal({ a: 1 }), seal({ a: 1 })])
    expect(a.headers.key).not.toBe(b.headers.key)
    expect(a.body.data).not.toBe(b.body.data)
  })
})

describe('freshKey', () => {
  test('16 letters or digits, each about as often as every other', () => {
    const counts = new Map<string, number>()
    for (let n = 0; n < 4_000; n++) {
      const key = freshKey()
      expect(key).toMatch(/^[A-Za-z0-9]{16}$/)
      for (const letter of key) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    const expected = (4_000 * 16) / KEY_ALPHABET.length
    const chiSquare = [...KEY_ALPHABET].reduce(
      (sum, letter) => sum + ((counts.get(letter) ?? 0) - expected) ** 2 / expected,
      0,
    )
    // 61 degrees of freedom: above 140 once in ten million runs.
    expect(chiSquare).toBeLessThan(140)
  })
})

describe('fromBase64', () => {
  test('one text for one content: the canonical one', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromBase64(Buffer.from(bytes).toString('base64'))).toEqual(bytes)
      }),
    )
    fc.assert(
      fc.property(fc.base64String({ maxLength: 40 }), (text) => {
        const bytes = fromBase64(text)
        if (bytes) expect(Buffer.from(bytes).toString('base64')).toBe(text)
      }),
    )
    for (const text of ['AB==', 'AAB=', 'A===', 'AAAA=', 'AA A', 'AA-_', 'AAA'])
      expect(fromBase64(text)).toBeNull()
  })
})
