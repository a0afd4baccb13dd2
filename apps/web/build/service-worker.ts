import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { firstFiles, textFiles } from './first-load.ts'

/** What is beside the document and is asked for with it. */
const BESIDE = ['./', './manifest.webmanifest', './icon.svg', './icon-192.png']

/** The worker's source for a release: what it keeps from the start, and a version that changes with it. */
export const fillServiceWorker = (source: string, files: readonly string[]): string => {
  const shell = [...BESIDE, ...files.map((file) => `./${file}`)]
  const version = createHash('sha256').update(JSON.stringify(shell)).digest('hex').slice(0, 12)
  return source
    .replace("'__VERSION__'", () => JSON.stringify(version))
    .replace("'__SHELL__'", () => JSON.stringify(shell))
}

/**
 * Writes `sw.js`: the app is installable and opens without a network. It keeps the first page with its texts
 * in the default language; what else a user has opened, it keeps when it was loaded.
 */
export const serviceWorker = (file: string, locale: string): Plugin => ({
  name: 'dr-service-worker',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const files = [...firstFiles(chunks), ...textFiles(chunks, locale)]
    this.emitFile({
      type: 'asset',
      fileName: 'sw.js',
      source: fillServiceWorker(readFileSync(file, 'utf8'), files),
    })
  },
})
