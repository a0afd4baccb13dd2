import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'

/**
 * Writes a file that is whole or not there: beside its place, synced to the disk, then moved there. Where `write` throws, nothing
 * is left of it, and a file that was there before stays as it was. Any number at once for one path: the last one moved stays.
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
