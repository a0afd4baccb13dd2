import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'

/**
 * Writes a file atomically: to a temporary file in the same folder, synced to disk, then renamed. If `write`
 * throws, nothing is left of it, and an existing file stays unchanged. Concurrent writes to one path are
 * allowed: the last rename wins.
 */
export const writeWholeFile = async <Result>(
  path: string,
  write: (file: Writable) => Promise<Result>,
): Promise<Result> => {
  const unfinished = `${path}.${randomUUID()}.tmp`
  // Opened before anything can fail: a stream that opens by itself may create the file after it was removed.
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
