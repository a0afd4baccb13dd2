/**
 * `SHA256SUMS` of a built app: a line for each file, as `sha256sum` writes and checks them. Compressed twins
 * (`.br`, `.gz`) are left out: they depend on the compressor, and a browser runs what it decodes from them.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const SUMS_FILE = 'SHA256SUMS'
export const SIGNATURES_FILE = 'SHA256SUMS.sig'
const TWIN = /\.(br|gz)$/
const LINE = /^([0-9a-f]{64}) {2}([\w.-]+(?:\/[\w.-]+)*)$/

export class SumsError extends Error {
  override readonly name = 'SumsError'
}

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

/** Sum by path. Throws `SumsError` for anything that is no such text. */
export const parseSums = (text: string): ReadonlyMap<string, string> => {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw new SumsError(`${SUMS_FILE} is empty or cut off`)
  const sums = new Map<string, string>()
  for (const line of lines) {
    const [, sum = '', path = ''] = LINE.exec(line) ?? []
    if (path === '' || path.split('/').includes('..') || sums.has(path))
      throw new SumsError(`${SUMS_FILE} has a wrong line: ${line.slice(0, 120)}`)
    sums.set(path, sum)
  }
  return sums
}
