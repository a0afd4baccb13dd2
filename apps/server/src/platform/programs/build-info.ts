/** Which version runs: the release, and the commit of the sources that this process runs. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_VERSION } from '@dr/protocol/constants'

export interface BuildInfo {
  readonly version: string
  /** `unknown`: neither a file REVISION nor Git's folder is beside the sources. */
  readonly revision: string
}

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url))
const COMMIT = /^[0-9a-f]{40}/

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '')

/**
 * Reads Git's files itself: a service runs as another user than the owner of the checkout, to whom `git`
 * answers nothing.
 */
const commitOf = (root: string): string => {
  // In a worktree, `.git` is a file that names its folder.
  const link = /^gitdir: (.*)$/.exec(
    existsSync(join(root, '.git', 'HEAD')) ? '' : textOf(join(root, '.git')),
  )?.[1]
  const folder = link === undefined ? join(root, '.git') : resolve(root, link)
  const common = existsSync(join(folder, 'commondir'))
    ? resolve(folder, textOf(join(folder, 'commondir')))
    : folder
  const head = textOf(join(folder, 'HEAD'))
  const branch = /^ref: (.*)$/.exec(head)?.[1]
  if (branch === undefined) return head
  const packed = textOf(join(common, 'packed-refs'))
  return (
    textOf(join(common, branch)) || (packed.split('\n').find((line) => line.endsWith(` ${branch}`)) ?? '')
  )
}

/** `root`: the repository's folder, or a copy of it with a file REVISION. */
export const readBuildInfo = (root = ROOT): BuildInfo => {
  const commit = COMMIT.exec(textOf(join(root, 'REVISION')) || commitOf(root))?.[0]
  return { version: APP_VERSION, revision: commit?.slice(0, 12) ?? 'unknown' }
}
