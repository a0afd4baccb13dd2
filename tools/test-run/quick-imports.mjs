/**
 * For test runs: Node 24 to 26 parse the `exports` of the nearest package.json again for each module that
 * they import, to learn its format. Drizzle's is 179 kB long: a third of a server's start, and a test run
 * starts some 150. Here a folder is asked once. What is imported, and as what, stays the same.
 * `node --import`; without `registerHooks` (Node 20 runs npm) it does nothing.
 */
import { lstatSync } from 'node:fs'
import * as nodeModule from 'node:module'

/** Whole file names alone: their format follows from the ending and the nearest package.json. */
const RELATIVE_FILE = /^\.{1,2}\/[^?#%]*\.([jt]s)$/
/** A file without a stated format is read to find it: not known from its neighbours. */
const STATED = new Set(['module', 'module-typescript'])

/** By folder and ending. */
const formats = new Map()

/** A link is to a file elsewhere; a missing one is Node's to report. */
const isPlainFile = (url) => lstatSync(new URL(url), { throwIfNoEntry: false })?.isFile() ?? false

nodeModule.registerHooks?.({
  resolve(specifier, context, nextResolve) {
    const { parentURL, conditions } = context
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

/** What was compiled is otherwise kept at an orderly end, which most servers of tests do not come to. */
const KEEP_AFTER_MS = 3_000
if (nodeModule.flushCompileCache) setTimeout(nodeModule.flushCompileCache, KEEP_AFTER_MS).unref()
