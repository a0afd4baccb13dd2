import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { writeWholeFile } from './whole-file.ts'

/** A higher quality would take seconds for the largest file, and save a few percent. */
const BROTLI_QUALITY = 6
/** By the extensions that @fastify/static looks for, as in the web app's build. */
const ENCODERS = {
  '.br': () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  '.gz': () => createGzip(),
} as const

/** Whether `target` is not older than `source`. */
const isFresh = async (target: string, source: string): Promise<boolean> => {
  if (!existsSync(target)) return false
  const [made, changed] = await Promise.all([stat(target), stat(source)])
  return made.mtimeMs >= changed.mtimeMs
}

/** Writes `<path>.br` and `<path>.gz`, unless they exist and are not older than the file. */
export const compressFile = async (path: string): Promise<void> => {
  for (const [ending, createEncoder] of Object.entries(ENCODERS)) {
    const target = `${path}${ending}`
    if (await isFresh(target, path)) continue
    await writeWholeFile(target, (file) => pipeline(createReadStream(path), createEncoder(), file))
  }
}

/** `compressFile` for concurrent callers: a file is compressed once for all of them. */
export const createFileCompressor = () => {
  const running = new Map<string, Promise<void>>()
  return (path: string): Promise<void> => {
    const known = running.get(path)
    if (known) return known
    const compressed = compressFile(path).finally(() => running.delete(path))
    running.set(path, compressed)
    return compressed
  }
}
