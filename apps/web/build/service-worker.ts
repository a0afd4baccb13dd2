import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { firstFiles, textFiles } from './first-load.ts'

/** Files beside the document that a page requests. */
const BESIDE = ['./', './manifest.webmanifest', './icon.svg', './icon-192.png']

/** Worker source of a release: its initial files, and a version derived from them. */
export const fillServiceWorker = (source: string, files: readonly string[]): string => {
  const shell = [...BESIDE, ...files.map((file) => `./${file}`)]
  const version = createHash('sha256').update(JSON.stringify(shell)).digest('hex').slice(0, 12)
  return source
    .replace("'__VERSION__'", () => JSON.stringify(version))
    .replace("'__SHELL__'", () => JSON.stringify(shell))
}

/**
 * Writes `sw.js`: the app is installable and opens offline. It caches the first page with its texts in the
 * default language, and other files after their first load.
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
