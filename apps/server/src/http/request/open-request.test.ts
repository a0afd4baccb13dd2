import { type EnvelopeKey, openRequest, RSA_OAEP, sealRequest } from '@dr/protocol/envelope'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { openSealed } from './open-request.ts'

const RSA = { ...RSA_OAEP, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }
const context = { method: 'POST', path: '/api/v1/users/login', timestamp: '1767571200000' }
const RUNS = { numRuns: 60 }

let publicKey: EnvelopeKey
let privateKey: EnvelopeKey

beforeAll(async () => {
  const pair = await crypto.subtle.generateKey(RSA, true, ['encrypt', 'decrypt'])
  publicKey = pair.publicKey
  privateKey = pair.privateKey
})

type Input = Parameters<typeof openRequest>[0]

const sealed = async (body: unknown): Promise<Input> => {
  const { headers, body: sent } = await sealRequest({ publicKey, keyId: 'k', context, body })
  return { privateKey, key: headers.key, data: sent.data, context }
}
/** The value, or the part that does not open. */
const outcomeOf = (opening: Promise<unknown>) =>
  opening.then(
    (value) => ({ value }),
    (error: { name: string; part: string }) => ({ name: error.name, part: error.part }),
  )
const expectSame = async (input: Input) => {
  const ours = await outcomeOf(openSealed(input))
  expect(ours).toEqual(await outcomeOf(openRequest(input)))
  return ours
}

test('opens what the protocol opens, as the same value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (body) => {
      const value = JSON.parse(JSON.stringify(body)) as unknown // JSON has no -0
      expect(await expectSame(await sealed(body))).toEqual({ value })
    }),
    RUNS,
  )
})

test('refuses what the protocol refuses, for the same part: any bit of key or data, and what is no base64', async () => {
  const input = await sealed({ amount: '100' })
  const corrupt = (text: string, bit: number): string => {
    const bytes = Buffer.from(text, 'base64')
    bytes[(bit >> 3) % bytes.length] = (bytes[(bit >> 3) % bytes.length] as number) ^ (1 << (bit & 7))
    return bytes.toString('base64')
  }
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('key', 'data'), fc.nat(4_000), async (part, bit) => {
      const outcome = await expectSame({ ...input, [part]: corrupt(input[part], bit) })
      expect(outcome).toMatchObject({ name: 'EnvelopeError' })
    }),
    RUNS,
  )
  const texts = fc.oneof(fc.string(), fc.base64String(), fc.constant(input.data.replace(/.$/, '')))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('key', 'data'), texts, async (part, text) => {
      await expectSame({ ...input, [part]: text })
    }),
    RUNS,
  )
})

test('is bound to method, path and timestamp', async () => {
  const input = await sealed({ a: 1 })
  for (const change of [{ method: 'GET' }, { path: '/' }, { timestamp: '1767571200001' }]) {
    const outcome = await expectSame({ ...input, context: { ...context, ...change } })
    expect(outcome).toEqual({ name: 'EnvelopeError', part: 'data' })
  }
  expect(await expectSame({ ...input, context: { ...context, method: 'post' } })).toEqual({ value: { a: 1 } })
})

test('a request key of another length, and what is no JSON or no UTF-8, are refused', async () => {
  const input = await sealed({ a: 1 })
  const long = await crypto.subtle.encrypt(RSA_OAEP, publicKey, new Uint8Array(32))
  const key = Buffer.from(long).toString('base64')
  expect(await expectSame({ ...input, key })).toEqual({ name: 'EnvelopeError', part: 'key' })
  expect(await expectSame(await sealed(undefined))).toEqual({ name: 'EnvelopeError', part: 'data' })
})
