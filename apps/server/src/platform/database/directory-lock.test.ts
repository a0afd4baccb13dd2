import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryLockedError, lockDirectory } from './directory-lock.ts'
import { openPglite } from './pglite.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dr-lock-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const otherProcess = () => {
  const module = new URL('./directory-lock.ts', import.meta.url).href
  const program = `import { lockDirectory } from ${JSON.stringify(module)}
    lockDirectory(${JSON.stringify(join(root, 'db'))}); process.stdout.write('locked'); setInterval(() => {}, 1000)`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('a folder open in another process is refused by name; what a killed one left is taken over', async () => {
  const other = otherProcess()
  await once(other.stdout, 'data')
  expect(() => lockDirectory(join(root, 'db'))).toThrow(DirectoryLockedError)
  expect(() => lockDirectory(join(root, 'db'))).toThrow(`process ${other.pid}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  lockDirectory(join(root, 'db')).release()
  expect(existsSync(join(root, 'db.lock'))).toBe(false)
})

test('a number reused by a later process does not keep the folder shut', () => {
  writeFileSync(join(root, 'db.lock'), `${process.ppid} 1\n`)
  lockDirectory(join(root, 'db')).release()
})

test('a database in a folder is opened once, keeps its data, and opens again', async () => {
  const directory = join(root, 'db')
  const database = await openPglite({ directory })
  await expect(openPglite({ directory })).rejects.toBeInstanceOf(DirectoryLockedError)
  await database.single.script('CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)')
  await database.close()
  const again = await openPglite({ directory })
  expect((await again.read.query({ text: 'SELECT n FROM kept' })).rows).toEqual([{ n: 7 }])
  await again.close()
})
