import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)
const COMPRESSED = /\.(js|css|svg|json|webmanifest)$/
/** Compressing smaller files saves nothing. */
const FROM_BYTES = 1_024

/** Writes `.br` and `.gz` for each asset, at the highest level, for browsers that support them. */
export const precompress = async (directory: string): Promise<void> => {
  const names = (await readdir(directory)).filter((name) => COMPRESSED.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(directory, name)
      const content = await readFile(path)
      if (content.length < FROM_BYTES) return
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${path}.br`, await brotli(content, { params }))
      await writeFile(`${path}.gz`, await gzipAsync(content, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}
