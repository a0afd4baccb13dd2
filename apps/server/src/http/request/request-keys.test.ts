import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importPublicKey, openRequest, sealRequest } from '@dr/protocol/envelope'
import { mutableClock } from '@dr/test-kit'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  createRequestKeys,
  KEY_KEPT_MS,
  KEY_ROTATION_DAYS_DEFAULT,
  type RequestKeys,
} from './request-keys.ts'

const DAY_MS = 86_400_000
const ROTATION_MS = KEY_ROTATION_DAYS_DEFAULT * DAY_MS
const context = { method: 'POST', path: '/x', timestamp: '1' }

let directory: string
let clock: ReturnType<typeof mutableClock>

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'dr-keys-'))
  onTestFinished(() => rm(root, { recursive: true }))
  directory = join(root, 'request-keys')
  clock = mutableClock()
})

const open = () => createRequestKeys({ directory, now: clock.now })

const newestOf = async (keys: RequestKeys) => {
  const [key] = await keys.publicKeys()
  if (!key) throw new Error('no key')
  return key
}

/** Whether `by` opens a request sealed to `of`'s newest key. */
const opens = async ({ of, by }: { of: RequestKeys; by: RequestKeys }): Promise<boolean> => {
  const { keyId, spki } = await newestOf(of)
  const sealed = await sealRequest({ publicKey: await importPublicKey(spki), keyId, context, body: { a: 1 } })
  const privateKey = await by.find(keyId)
  if (!privateKey) return false
  const { headers, body } = sealed
  const value = await openRequest({ privateKey, key: headers.key, data: body.data, context })
  return JSON.stringify(value) === '{"a":1}'
}

test('created at the first start, readable by the server’s user only, and the same after a restart', async () => {
  const first = await open()
  const [file, ...more] = await readdir(directory)
  expect(more).toEqual([])
  expect((await stat(join(directory, String(file)))).mode & 0o777).toBe(0o600)
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
  const second = await open()
  expect(await second.publicKeys()).toEqual(await first.publicKeys())
  expect(await opens({ of: first, by: second })).toBe(true)
  for (const key of await first.publicKeys()) expect(Object.keys(key).toSorted()).toEqual(['keyId', 'spki'])
})

test('every import of a key decrypts the same', async () => {
  const keys = await open()
  for (let n = 0; n < 8; n++) expect(await opens({ of: keys, by: keys })).toBe(true)
})

test('a new key after the rotation time; the old one is valid for two more days, then deleted with its file', async () => {
  const keys = await open()
  const old = await newestOf(keys)
  clock.advance(ROTATION_MS - 1)
  await keys.rotate()
  expect((await newestOf(keys)).keyId).toBe(old.keyId)
  clock.advance(1)
  await keys.rotate()
  const fresh = await newestOf(keys)
  expect(fresh.keyId).not.toBe(old.keyId)
  expect((await keys.publicKeys()).map(({ keyId }) => keyId)).toEqual([fresh.keyId, old.keyId])
  expect(await keys.find(old.keyId)).toBeDefined()
  clock.advance(KEY_KEPT_MS)
  expect(await keys.find(old.keyId)).toBeUndefined()
  expect(await keys.publicKeys()).toHaveLength(1)
  await keys.rotate()
  expect(await readdir(directory)).toEqual([`${fresh.keyId}.json`])
})

test('a replica knows another one’s new key as soon as a request uses it', async () => {
  const [one, other] = [await open(), await open()]
  clock.advance(ROTATION_MS)
  await one.rotate()
  expect(await opens({ of: one, by: other })).toBe(true)
})

test('replicas that start together know each other’s keys at once', async () => {
  const replicas = await Promise.all([open(), open(), open()])
  for (const of of replicas) for (const by of replicas) expect(await opens({ of, by })).toBe(true)
})

test('deleted by an operator: a new one without a restart, the old one open for 10 s, whichever looks first', async () => {
  const [one, other] = [await open(), await open()]
  const old = await newestOf(one)
  await rm(directory, { recursive: true })
  await one.rotate()
  const fresh = await newestOf(one)
  expect(fresh.keyId).not.toBe(old.keyId)
  expect(await one.publicKeys()).toHaveLength(1)
  // An app's key from the replica that has not checked yet is accepted by the other, and the reverse.
  expect(await opens({ of: other, by: one })).toBe(true)
  expect(await opens({ of: one, by: other })).toBe(true)
  expect(await other.publicKeys()).toEqual(await one.publicKeys())
  clock.advance(10_000)
  for (const keys of [one, other]) expect(await keys.find(old.keyId)).toBeUndefined()
})

test('while deleted keys are replaced, there is a key at every moment', async () => {
  const keys = await open()
  await rm(directory, { recursive: true })
  let pending = true
  const rotating = keys.rotate().finally(() => {
    pending = false
  })
  while (pending) {
    expect(await keys.publicKeys()).not.toEqual([])
    await new Promise(setImmediate)
  }
  await rotating
})

test('an unknown id while the files are deleted leaves no replica without a key', async () => {
  const keys = await open()
  const old = await newestOf(keys)
  await rm(directory, { recursive: true })
  expect(await keys.find('1767571200000-deadbeef')).toBeUndefined()
  expect((await newestOf(keys)).keyId).not.toBe(old.keyId)
})

test('ids that were never issued are unknown, whatever their form', async () => {
  const keys = await open()
  for (const keyId of ['', '../../etc/passwd', '1767571200000-deadbeef', '__proto__']) {
    clock.advance(2_000)
    expect(await keys.find(keyId)).toBeUndefined()
  }
})

test('a private key is never part of what is published', async () => {
  const keys = await open()
  const [file] = await readdir(directory)
  const { pkcs8 } = JSON.parse(await readFile(join(directory, String(file)), 'utf8')) as { pkcs8: string }
  expect(JSON.stringify(await keys.publicKeys())).not.toContain(pkcs8)
})
