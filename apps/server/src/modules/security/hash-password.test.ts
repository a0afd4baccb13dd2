import { expect, test } from 'vitest'
import { FatalError } from '../../platform/errors.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'

const pepper = new Uint8Array(32).fill(1)
const other = new Uint8Array(32).fill(2)

test('the right password verifies, with the right pepper alone', async () => {
  const hash = await hashPassword('284613', pepper)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('284613', { hash, pepper })).toBe(true)
  expect(await verifyPassword('284614', { hash, pepper })).toBe(false)
  // A copy of the database is useless: without the pepper not even the right password verifies.
  expect(await verifyPassword('284613', { hash, pepper: other })).toBe(false)
})

test('the same password twice is two hashes', async () => {
  const [one, two] = await Promise.all([hashPassword('284613', pepper), hashPassword('284613', pepper)])
  expect(one).not.toBe(two)
})

test('a hash made with other costs still verifies; anything else does not', async () => {
  const hash = await hashPassword('284613', pepper)
  await expect(verifyPassword('284613', { hash: hash.replace('t=2', 't=3'), pepper })).resolves.toBe(false)
  await expect(verifyPassword('284613', { hash: '284613', pepper })).rejects.toThrow(FatalError)
})
