/** No flat folder above 30 files, and no test support among production files (ARCHITECTURE.md, "Layout"). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FLAT_FILES_MAX, filesBelow, flatFolders, testSupport } from './source-layout.ts'

/** Checked folders, relative to the repository. */
const FLAT_RULE = [
  'apps/server/src',
  'apps/server/test',
  'apps/web/src',
  'packages/protocol/src',
  'contracts/src',
  'contracts/test',
  'contracts/script',
  'e2e',
  'tools',
]
const PRODUCTION = ['apps/server/src']

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

describe.each(FLAT_RULE)('%s', (path) => {
  it(`has no folder of more than ${FLAT_FILES_MAX} flat files`, () => {
    const files = filesBelow(at(path))
    expect(files.length).toBeGreaterThan(10)
    expect(flatFolders(files)).toEqual([])
  })
})

describe.each(PRODUCTION)('%s', (path) => {
  it('holds nothing that only tests use, but tests beside their subject', () => {
    expect(testSupport(at(path), filesBelow(at(path)))).toEqual([])
  })
})

/** Creates a folder with these files; removed after the test. */
const folderOf = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'dr-layout-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

it('counts the files of each folder by themselves', () => {
  const flat = (folder: string, count: number) => Array.from({ length: count }, (_, i) => `${folder}/${i}.ts`)
  expect(flatFolders([...flat('a', 30), ...flat('a/b', 30), ...flat('c', 31)])).toEqual(['c: 31'])
})

it('knows test support by its name, its folder and its imports', () => {
  const root = folderOf({
    'pool.ts': 'export const pool = 1',
    'pool.test.ts': "import { test } from 'vitest'",
    'latest-block.ts': '',
    'pool/test-pool.ts': '',
    'testing/model.ts': '',
    'dice.ts': "import fc from 'fast-check'",
    'wallet.ts': "import { testWallet } from '@dr/test-kit'",
    'chain.ts': "import { startAnvil } from '@dr/test-kit/anvil'",
  })
  expect(testSupport(root, filesBelow(root)).toSorted()).toEqual([
    'chain.ts',
    'dice.ts',
    'pool/test-pool.ts',
    'testing/model.ts',
    'wallet.ts',
  ])
})
