import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SUMS_FILE } from '@dr/protocol/release/release'
import { sumsOf } from '../../release/sums.ts'
import { inputsHash } from './inputs-hash.ts'
import { precompress } from './precompress.ts'
import { runTool } from './run-tool.ts'

const INPUTS = [
  ...['exit', 'src', 'public', 'build', 'index.html', 'vite.config.ts', 'package.json'].map(
    (path) => `apps/web/${path}`,
  ),
  'packages/protocol/src',
  'contracts/abi',
  'tools/dev/build',
  'tools/release/sums.ts',
  'package-lock.json',
]
/** Number of newer builds after which an old one is deleted. */
const BUILDS_KEPT = 6
const HASH_CHARACTERS = 16

export interface WebBuild {
  readonly root: string
  /** With faucet and burner wallet; never in production. */
  readonly local: boolean
  /** With WalletConnect's code (ADR 0053); default: true. */
  readonly walletConnect?: boolean
  /** Addresses that the app is pinned to (ADR 0074), of `parseReleaseKeys`; default: none. */
  readonly releaseKeys?: readonly string[]
}

const folderOf = (root: string): string => join(root, '.cache', 'web')

const forgetOldBuilds = async (folder: string): Promise<void> => {
  const builds = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = builds.sort((a, b) => b.at - a.at).slice(BUILDS_KEPT)
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Builds the app with Vite into a folder named after the hash of its inputs: built once, moved into place
 * as a whole, and never changed, so that a running server's files stay.
 */
export const buildWeb = async ({
  root,
  local,
  walletConnect = true,
  releaseKeys = [],
}: WebBuild): Promise<{ directory: string; built: boolean }> => {
  const kind = `${local ? 'local' : 'production'}${walletConnect ? '' : '-without-walletconnect'}${releaseKeys.length === 0 ? '' : '-pinned'}`
  const keys = releaseKeys.join()
  const hash = inputsHash({ root, inputs: INPUTS, settings: kind + keys }).slice(0, HASH_CHARACTERS)
  const folder = folderOf(root)
  const directory = join(folder, `${kind}-${hash}`)
  if (existsSync(directory)) return { directory, built: false }
  const draft = join(folder, `draft-${kind}-${process.pid}`)
  try {
    await runTool({
      root,
      folder: 'apps/web',
      tool: 'vite',
      args: ['build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'],
      environment: {
        DR_LOCAL: local ? '1' : '',
        WALLETCONNECT: walletConnect ? '' : 'off',
        RELEASE_KEYS: keys,
        NODE_ENV: 'production',
      },
    })
    await runTool({ root, folder: 'apps/web', tool: 'node', args: ['exit/build.ts', draft] })
    await precompress(join(draft, 'assets'))
    await writeFile(join(draft, SUMS_FILE), await sumsOf(draft))
    if (!existsSync(directory)) await rename(draft, directory)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  await forgetOldBuilds(folder)
  return { directory, built: true }
}
