import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'

/**
 * Writes a file atomically: to a temporary file in the same folder, synced to disk, then renamed. If `write`
 * throws, the temporary file is removed, and an existing file is unchanged. Concurrent writes to one path are
 * allowed: the last rename wins.
 */
export const writeWholeFile = async <Result>(
  path: string,
  write: (file: Writable) => Promise<Result>,
): Promise<Result> => {
  const unfinished = `${path}.${randomUUID()}.tmp`
  // Opened before anything can fail: a stream that opens it later may create the file after its removal.
  const handle = await open(unfinished, 'wx')
  try {
    const result = await write(handle.createWriteStream({ flush: true }))
    await rename(unfinished, path)
    return result
  } finally {
    await handle.close()
    await rm(unfinished, { force: true })
  }
}
