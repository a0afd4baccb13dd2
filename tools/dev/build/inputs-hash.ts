/** Hash of a build's inputs by content, since modification times are useless after a clone. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const SKIPPED = /(^|\/)(node_modules|dist|out|cache|\.cache)(\/|$)|\.test\.tsx?$/

const filesUnder = (path: string): string[] => {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)))
}

/** Hash of the files under `inputs` (paths from `root`), their names, and `settings`. */
export const inputsHash = (input: {
  readonly root: string
  readonly inputs: readonly string[]
  readonly settings: string
}): string => {
  const hash = createHash('sha256').update(input.settings)
  const files = input.inputs.flatMap((path) => filesUnder(join(input.root, path)))
  for (const file of files.map((path) => [relative(input.root, path), path] as const).sort()) {
    const [name, path] = file
    if (SKIPPED.test(name)) continue
    hash.update(`\0${name}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}
