/**
 * For test runs: Node 24 to 26 parse the `exports` of the nearest package.json again for each imported
 * module, to find its format. Drizzle's has 179 kB: a third of a server's start, and a test run starts some
 * 150. This hook asks once for each folder. Results of imports are unchanged. A program that the run has
 * bundled runs from its bundle. `node --import`; without `registerHooks` (Node 20 runs npm) it does nothing.
 */
import { existsSync, lstatSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { setFlagsFromString } from 'node:v8'

// V8 compiles PGlite's WebAssembly as it is called, and not again, optimised: that takes longer than it saves.
const WASM_FLAGS = [
  '--wasm-lazy-compilation',
  '--liftoff-only',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
]
for (const flag of WASM_FLAGS) setFlagsFromString(flag)

/** Only whole file names: their format follows from the extension and the nearest package.json. */
const RELATIVE_FILE = /^\.{1,2}\/[^?#%]*\.([jt]s)$/
/** A file without a stated format is read to find it: it cannot be inferred from its neighbours. */
const STATED = new Set(['module', 'module-typescript'])

/** By folder and extension. */
const formats = new Map()

/** A link points to another file; a missing one is reported by Node. */
const isPlainFile = (url) => lstatSync(new URL(url), { throwIfNoEntry: false })?.isFile() ?? false

/** Folder of the run's bundled programs (bundle.ts); empty: programs run from their sources. */
const { DR_BUNDLES: bundles = '' } = process.env
const root = new URL('../..', import.meta.url).href

/** URL of the bundle of the program at `url`; undefined: there is none. */
const bundleOf = (url) => {
  if (bundles === '' || !url.startsWith(root)) return undefined
  const bundle = new URL(url.slice(root.length).replace(/\.ts$/, '.js'), `file://${bundles}/`)
  return existsSync(bundle) ? bundle.href : undefined
}

nodeModule.registerHooks?.({
  resolve(specifier, context, nextResolve) {
    const { parentURL, conditions } = context
    const bundle = parentURL === undefined ? bundleOf(specifier) : undefined
    if (bundle !== undefined) return { url: bundle, format: 'module', shortCircuit: true }
    const ending = RELATIVE_FILE.exec(specifier)?.[1]
    const isImport = parentURL?.startsWith('file:') && conditions.includes('import')
    if (ending === undefined || !isImport) return nextResolve(specifier, context)
    const { href: url } = new URL(specifier, parentURL)
    const kind = `${url.slice(0, url.lastIndexOf('/'))} ${ending}`
    const format = formats.get(kind)
    if (format !== undefined && isPlainFile(url)) return { url, format, shortCircuit: true }
    const resolved = nextResolve(specifier, context)
    if (resolved.url === url && STATED.has(resolved.format)) formats.set(kind, resolved.format)
    return resolved
  },
})

/** The compile cache is otherwise written only at a regular exit, which most test servers lack. */
const KEEP_AFTER_MS = 3_000
if (nodeModule.flushCompileCache) setTimeout(nodeModule.flushCompileCache, KEEP_AFTER_MS).unref()
