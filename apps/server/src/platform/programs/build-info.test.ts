import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_VERSION } from '@dr/protocol/constants'
import { expect, onTestFinished, test } from 'vitest'
import { createRegistry } from '../metrics.ts'
import { readBuildInfo } from './build-info.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

const openFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'dr-build-info-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('the revision is the commit of a checkout, of a worktree, on a branch, packed or at none', async () => {
  const folder = await openFolder()
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@test', ...words], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '--message=first')
  const commit = git('rev-parse', 'HEAD').slice(0, 12)
  const found = { version: APP_VERSION, revision: commit }
  expect(readBuildInfo(folder)).toEqual(found)
  git('pack-refs', '--all')
  expect(readBuildInfo(folder)).toEqual(found)
  git('worktree', 'add', '--quiet', 'tree')
  expect(readBuildInfo(join(folder, 'tree'))).toEqual(found)
  git('checkout', '--quiet', '--detach')
  expect(readBuildInfo(folder)).toEqual(found)
})

test('a copy without Git’s folder has it in REVISION; without both it is unknown', async () => {
  const folder = await openFolder()
  expect(readBuildInfo(folder).revision).toBe('unknown')
  await writeFile(join(folder, 'REVISION'), `${'ab'.repeat(20)}\n`)
  expect(readBuildInfo(folder).revision).toBe('abababababab')
})

test('every process shows it as a metric, and the changelog begins with the version', async () => {
  const { version, revision } = readBuildInfo()
  const text = await createRegistry({ defaults: false }).metrics()
  expect(text).toContain(`build_info{version="${version}",revision="${revision}"} 1`)
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const releases = [...changelog.matchAll(/^## (\S+)/gm)].map(([, name]) => name)
  const { version: packaged } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  expect([releases.find((name) => name !== 'Unreleased'), packaged]).toEqual([version, version])
})
