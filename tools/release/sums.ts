/**
 * `SHA256SUMS` of a built app: a line for each file, as `sha256sum` writes and checks them. Compressed twins
 * (`.br`, `.gz`) are left out: they depend on the compressor, and a browser runs what it decodes from them.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SIGNATURES_FILE, SUMS_FILE } from '@dr/protocol/release/release'

const TWIN = /\.(br|gz)$/

/** Lower-case hex. */
export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex')

/** Text for the files under `folder`, by path; without those that are about the sums. */
export const sumsOf = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !TWIN.test(path) && path !== SUMS_FILE && path !== SIGNATURES_FILE)
    .sort()
  const lines = await Promise.all(
    paths.map(async (path) => `${sha256(await readFile(join(folder, path)))}  ${path}\n`),
  )
  return lines.join('')
}
