import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg|json|webmanifest)$/
/** Smaller files fit into one packet. */
const SMALLEST_BYTES = 1_024

/**
 * Writes `.br` and `.gz` for every text file of the build, so that the server compresses nothing at run
 * time.
 */
export const compress = (): Plugin => ({
  name: 'dr-compress',
  apply: 'build',
  writeBundle({ dir }) {
    if (dir === undefined) return
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name)) continue
      const path = join(dir, name)
      const content = readFileSync(path)
      if (content.length < SMALLEST_BYTES) continue
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      )
    }
  },
})
