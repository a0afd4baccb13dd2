import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { viteTargets } from './baseline.ts'
import { firstFiles, textFiles } from './first-load.ts'
import { oneCopy } from './one-copy.ts'

const UNPINNED = fileURLToPath(new URL('./service-worker.js', import.meta.url))
const PINNED = fileURLToPath(new URL('../src/worker/worker.ts', import.meta.url))

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

/** Service worker of a build with release keys, in one file. It depends on its code and the keys alone. */
const bundlePinned = async (keys: readonly string[]): Promise<string> => {
  const [{ output }] = (await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    publicDir: false,
    logLevel: 'warn',
    plugins: [oneCopy()],
    define: { __RELEASE_KEYS__: JSON.stringify(keys) },
    build: {
      write: false,
      target: viteTargets(),
      lib: { entry: PINNED, formats: ['iife'], name: 'worker' },
    },
  })) as [Rolldown.RolldownOutput]
  if (output.length > 1) throw new Error('the service worker is more than one file')
  return output[0].code
}

/**
 * Writes `sw.js`: the app is installable and opens offline. Without release keys it caches the first page with
 * its texts in the default language, and other files after their first load.
 */
export const serviceWorker = (input: {
  readonly locale: string
  /** Addresses of the release keys; none: nothing is pinned. */
  readonly keys: readonly string[]
}): Plugin => ({
  name: 'dr-service-worker',
  apply: 'build',
  async generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const files = [...firstFiles(chunks), ...textFiles(chunks, input.locale)]
    this.emitFile({
      type: 'asset',
      fileName: 'sw.js',
      source:
        input.keys.length > 0
          ? await bundlePinned(input.keys)
          : fillServiceWorker(readFileSync(UNPINNED, 'utf8'), files),
    })
  },
})
