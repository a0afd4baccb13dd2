import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureSecret, readSecret } from './secret-file.ts'

const temporary = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-secret-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

test('however many start together, they share one secret, that only we can read', async () => {
  const directory = await temporary()
  const path = join(directory, 'secrets', 'nonce-key')
  const secrets = await Promise.all(Array.from({ length: 12 }, () => ensureSecret(path)))
  expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1)
  expect(secrets[0]).toHaveLength(32)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(directory, 'secrets'))).toEqual(['nonce-key'])
  expect(await ensureSecret(path)).toEqual(secrets[0])
})

test('a damaged file is an error, not a new secret', async () => {
  const path = join(await temporary(), 'nonce-key')
  await writeFile(path, 'oops')
  await expect(ensureSecret(path)).rejects.toThrow('holds no secret')
})

test('a required secret is read, and never created; a file that others may read is refused', async () => {
  const directory = await temporary()
  const path = join(directory, 'payment-pepper')
  await expect(readSecret(path)).rejects.toThrow('cannot read the secret')
  expect(await readdir(directory)).toEqual([])
  await writeFile(path, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
  expect(await readSecret(path)).toEqual(Buffer.alloc(32, 0xab))
  await chmod(path, 0o640)
  await expect(readSecret(path)).rejects.toThrow('chmod 600')
  await writeFile(path, 'ab')
  await expect(readSecret(path)).rejects.toThrow('holds no secret')
})
