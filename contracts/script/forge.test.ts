import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const run = (...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('forge.ts', import.meta.url)), ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  })

test('ends as Forge ends: what fails there fails here', () => {
  expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringContaining('forge') })
  expect(run('test', '--no-such-option').status).toBeGreaterThan(0)
})
