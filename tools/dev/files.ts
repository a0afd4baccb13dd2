/** Atomic files, whatever ends the process. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes to a temporary file, flushes, and renames it. `mode` 0o600: readable only by its owner. */
export const writeWhole = async (path: string, content: string | Uint8Array, mode = 0o644): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(3).toString('hex')}`
  const file = await open(draft, 'wx', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path).catch(async (error: unknown) => {
    await rm(draft, { force: true })
    throw error
  })
}

/** Parsed JSON of a file, or undefined if it does not exist. */
export const readJson = <T>(path: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
