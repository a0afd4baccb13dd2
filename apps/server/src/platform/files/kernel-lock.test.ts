import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockByKernel } from './kernel-lock.ts'

const hasFlock = spawnSync('flock', ['--version']).status === 0
const openFolder = () => {
  const directory = mkdtempSync(join(tmpdir(), 'dr-lock-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

test.runIf(hasFlock)(
  'a second lock of a folder is refused, here too, and not once the first is let go',
  () => {
    const directory = openFolder()
    const first = lockByKernel(directory, 'it is held')
    expect(() => lockByKernel(directory, 'it is held')).toThrow(/^it is held$/)
    first.release()
    lockByKernel(directory, 'it is held').release()
  },
)

test('without flock nothing is locked, and it says so', () => {
  const directory = openFolder()
  const path = process.env.PATH
  process.env.PATH = directory
  onTestFinished(() => {
    process.env.PATH = path
  })
  expect(() => lockByKernel(directory, 'it is held')).toThrow(
    /cannot be locked by flock \(package util-linux\).*ENOENT/,
  )
})
