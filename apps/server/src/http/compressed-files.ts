/** Files that never change, compressed once: beside the file, and given from there ever after, by every replica of a folder. */
import { createReadStream, existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { writeWholeFile } from '../platform/whole-file.ts'

export type Encoding = 'br' | 'gzip'

/** Once a file: more would cost seconds for the largest, and gain some hundredths. */
const BROTLI_QUALITY = 6
const CODERS = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: () => createGzip(),
} as const satisfies Record<Encoding, unknown>

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text))
  })

/** The better one of what a client names in `accept-encoding`; null: neither. */
export const encodingFor = (header: string | undefined): Encoding | null => {
  if (header === undefined) return null
  return accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : null
}

/**
 * `id`: of the content, so that another content at the same path never gets this one's compressed form; neither does one
 * that was changed since, whatever it is called.
 */
export interface KeptFile {
  readonly path: string
  readonly id: string
}

const compressTo = async (target: string, source: string, encoding: Encoding): Promise<string> => {
  await writeWholeFile(target, (file) => pipeline(createReadStream(source), CODERS[encoding](), file))
  return target
}

/** Not older than what it was made of. */
const isFresh = async (target: string, source: string): Promise<boolean> => {
  if (!existsSync(target)) return false
  const [made, changed] = await Promise.all([stat(target), stat(source)])
  return made.mtimeMs >= changed.mtimeMs
}

/** Where the compressed form of a file lies: made by the first who asks, while the others wait for it. */
export const createCompressedFiles = () => {
  const making = new Map<string, Promise<string>>()
  return ({ path, id }: KeptFile, encoding: Encoding): Promise<string> => {
    const target = `${path}.${id.slice(0, 18)}.${encoding}`
    const running = making.get(target)
    if (running) return running
    const make = async (): Promise<string> =>
      (await isFresh(target, path)) ? target : compressTo(target, path, encoding)
    const made = make().finally(() => making.delete(target))
    making.set(target, made)
    return made
  }
}
