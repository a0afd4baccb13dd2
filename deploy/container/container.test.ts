/**
 * The image's content is sufficient: a server starts and answers with only the files that its last stage
 * copies. A real engine builds it with `FULL=1`: image.test.ts.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALLS } from '@dr/protocol/calls/index'
import { expect, onTestFinished, test } from 'vitest'
import { prepareData } from '../../apps/server/test/app/server-data.ts'
import { startChain } from '../../apps/server/test/app/test-app.ts'
import { startServerProcess } from '../../apps/server/test/servers/server-process.ts'
import { isOurs, nameOf, productionPackages, readLockFile } from '../../tools/checks/lock-file.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Source and destination of each copy from the repository, in the last stage. */
const readCopies = async (): Promise<[from: string, to: string][]> => {
  const text = await readFile(new URL('./Containerfile', import.meta.url), 'utf8')
  const last = text.slice(text.lastIndexOf('\nFROM '))
  return last
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => {
      const parts = line.split(/\s+/).slice(1)
      const to = parts.at(-1) ?? ''
      return parts.slice(0, -1).map((from): [string, string] => [from, to])
    })
}

test('a server runs from what the image copies, and from the packages of production alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dr-image-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [from, to] of await readCopies()) {
    const target = to.endsWith('/') ? join(folder, to, from.split('/').at(-1) ?? '') : join(folder, to)
    await mkdir(dirname(target), { recursive: true })
    await cp(join(root, from), target, { recursive: true })
  }
  const packages = readLockFile()
  for (const path of productionPackages(packages).keys()) {
    const place = isOurs(path) ? join('node_modules/@dr', path.split('/').at(-1) ?? '') : path
    if (nameOf(place).includes('node_modules/') || place.indexOf('node_modules/', 1) > 0) continue // nested
    await mkdir(dirname(join(folder, place)), { recursive: true })
    await symlink(isOurs(path) ? join(folder, path) : join(root, path), join(folder, place))
  }
  const chain = await startChain()
  onTestFinished(() => chain.anvil.stop())
  const environment = {
    PORT: '0',
    DATA_DIR: await prepareData(chain),
    RPC_URLS: chain.anvil.url,
  }
  const program = join(folder, 'apps/server/src/bin/all.ts')
  const server = await startServerProcess(environment, { program })
  const response = await fetch(`http://127.0.0.1:${server.port}${CALLS.publicKeys.path}`)
  expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([200, 0])
  expect(await server.stop()).toBe(0)
})

test('every workspace is named to npm, or the lock file would not fit', async () => {
  const named = (await readCopies()).map(([from]) => from)
  const { workspaces } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const folders = await Promise.all(
    workspaces.map(async (workspace) =>
      workspace.endsWith('/*')
        ? (await readdir(join(root, workspace.slice(0, -2)))).map(
            (name) => `${workspace.slice(0, -1)}${name}`,
          )
        : [workspace],
    ),
  )
  expect(named).toEqual(expect.arrayContaining(folders.flat().map((path) => `${path}/package.json`)))
})
