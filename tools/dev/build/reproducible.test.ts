import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SUMS_FILE } from '@dr/protocol/release/release'
import { expect, onTestFinished, test } from 'vitest'
import { buildWeb } from './build-web.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const BUILD = new URL('./build-web.ts', import.meta.url).href
const run = promisify(execFile)
const TIMEOUT_MS = 600_000
/** Inputs of the app's build, with the installed packages. */
const SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'apps/web',
  'packages',
  'contracts/abi',
  'contracts/package.json',
  'tools/dev/build',
  'tools/release/sums.ts',
  'node_modules',
]
const IN_1999 = 915_148_800

/** Copies the sources elsewhere; installed packages are linked, since nothing writes to them. */
const copySources = (): string => {
  const folder = join(root, '.cache', `reproducible-${process.pid}`, 'another user’s', 'folder, deeper')
  onTestFinished(() => rmSync(join(root, '.cache', `reproducible-${process.pid}`), { recursive: true }))
  for (const path of SOURCES) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    if (path === 'node_modules') execFileSync('cp', ['-al', join(root, path), join(folder, path)])
    else cpSync(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
  }
  for (const path of ['apps/web/index.html', 'apps/web/vite.config.ts'])
    utimesSync(join(folder, path), IN_1999, IN_1999)
  return folder
}

/** Folder of a build of the sources in `folder`, by a process with another environment. */
const buildElsewhere = async (folder: string): Promise<string> => {
  const program = `import { buildWeb } from ${JSON.stringify(BUILD)}
    console.log((await buildWeb({ root: ${JSON.stringify(folder)}, local: false })).directory)`
  const env = {
    ...process.env,
    TZ: 'Pacific/Kiritimati',
    LANG: 'tr_TR.UTF-8',
    HOME: '/nonexistent',
    USER: 'another',
  }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { env })
  return stdout.trim()
}

test('two builds of one source in other folders, by other users, at other times are the same, byte for byte', {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = await buildWeb({ root, local: false })
  const second = await buildElsewhere(copySources())
  const [sums, others] = await Promise.all(
    [first.directory, second].map(async (directory) =>
      (await readFile(join(directory, SUMS_FILE), 'utf8')).split('\n'),
    ),
  )
  expect(sums?.length).toBeGreaterThan(50)
  // Lines, so that a difference is shown by its file.
  expect(others).toEqual(sums)
})
