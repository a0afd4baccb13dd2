import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const contracts = fileURLToPath(new URL('..', import.meta.url))
const run = (...args: string[]) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('forge.ts', import.meta.url)), ...args], {
    cwd: contracts,
    encoding: 'utf8',
  })

test('ends as Forge ends: what fails there fails here', () => {
  expect(run('--version')).toMatchObject({ status: 0, stdout: expect.stringContaining('forge') })
  expect(run('test', '--no-such-option').status).toBeGreaterThan(0)
})

test('the linter compiles for itself: what was built keeps its bytecode', () => {
  const { status } = spawnSync('npm', ['run', '-s', 'lint'], { cwd: contracts, encoding: 'utf8' })
  expect(status).toBe(0)
  const built = JSON.parse(readFileSync(`${contracts}out/Vouchers.sol/Vouchers.json`, 'utf8')) as object
  expect(built).toHaveProperty('bytecode.object')
})
