import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inputsHash } from './inputs-hash.ts'
import { precompress } from './precompress.ts'
import { runTool } from './run-tool.ts'

const INPUTS = [
  ...['src', 'public', 'build', 'index.html', 'vite.config.ts', 'package.json'].map(
    (path) => `apps/web/${path}`,
  ),
  ...['packages/protocol/src', 'contracts/abi', 'package-lock.json'],
]
/** Inside the build, so that any other build into the same folder takes it away. */
const STAMP = '.built-from'

export interface WebBuild {
  readonly root: string
  /** With faucet and burner wallet; never in production. */
  readonly local: boolean
  /** Where it goes, from the root. */
  readonly output: string
}

/** The app, by Vite, when its sources have changed; put in place whole, so that a reader never meets half of it. */
export const buildWeb = async ({ root, local, output }: WebBuild): Promise<boolean> => {
  const hash = inputsHash({ root, inputs: INPUTS, settings: `local=${local}` })
  const target = join(root, output)
  const stamp = join(target, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const work = join(root, '.cache', `web-${process.pid}`)
  const draft = join(work, 'new')
  await mkdir(work, { recursive: true })
  try {
    await runTool({
      root,
      folder: 'apps/web',
      tool: 'vite',
      args: ['build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'],
      environment: { DR_LOCAL: local ? '1' : '', NODE_ENV: 'production' },
    })
    await precompress(join(draft, 'assets'))
    await writeFile(join(draft, STAMP), hash)
    if (existsSync(target)) await rename(target, join(work, 'old'))
    await rename(draft, target)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return true
}
