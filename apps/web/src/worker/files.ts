/** Files of a release: loaded, held to the release's sums, and kept. */
import { parseSums, RELEASE_FILE, type ReleaseNotes } from '@dr/protocol/release/release'
import type { Reader } from '../lib/release.ts'

export interface Release extends ReleaseNotes {
  /** Text of `SHA256SUMS`. */
  readonly sums: string
}

export const DOCUMENT = 'index.html'
export const WORKER = 'sw.js'
/** The way out, which has to be there when the site is not. */
const EXIT = 'exit.html'

const FILE_TIMEOUT_MS = 60_000
/** All others could do something to the page, or to what the browser keeps. */
const KEPT_HEADERS = [
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
]

export const keptHeaders = (from: Headers): Headers => {
  const headers = new Headers()
  for (const name of KEPT_HEADERS) {
    const value = from.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}

/** SHA-256, lower-case hex. */
export const digestOf = async (content: ArrayBuffer | string): Promise<string> => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `other`: another content. `away`: none, since the site or the network is away, or a newer release has none. */
export type Loaded = Response | 'other' | 'away'

interface Ask {
  readonly at: URL
  readonly sum: string
  readonly cache?: RequestCache
  readonly timeoutMs?: number
}

export const loadFile = async (ask: Ask): Promise<Loaded> => {
  const { at, sum, cache = 'default', timeoutMs = FILE_TIMEOUT_MS } = ask
  const signal = AbortSignal.timeout(timeoutMs)
  let response: Response
  let content: ArrayBuffer
  try {
    response = await fetch(at, { cache, redirect: 'manual', signal })
    content = await response.arrayBuffer()
  } catch {
    return 'away' // the page that needs it says that it did not load
  }
  if (!response.ok) return 'away'
  if ((await digestOf(content)) === sum)
    return new Response(content, { headers: keptHeaders(response.headers) })
  // The browser's own cache may have it from a site that is mended since.
  return cache === 'default' ? loadFile({ ...ask, cache: 'reload' }) : 'other'
}

/** Files that only some users open, or that the browser asks for itself: kept once they were loaded. */
const SELDOM = /^assets\/walletconnect-|\.md$|^icon-512\.png$|^sw\.js$/
const EARLY = /data-early="([^"]*)"/

/** Texts in other languages than the reader's, as the document names them (build/first-load.ts). */
const otherTexts = (document: string, locale: string): ReadonlySet<string> => {
  const early = EARLY.exec(document)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
  const { texts, more } = JSON.parse(early) as Partial<Record<'texts' | 'more', Record<string, string>>>
  const files = [texts, more].flatMap((part) => Object.entries(part ?? {}))
  return new Set(files.filter(([language]) => language !== locale).map(([, file]) => file))
}

export interface Shelf {
  readonly base: URL
  readonly storage: CacheStorage
}

const SHELF = 'release-'
const cacheOf = ({ storage }: Shelf, { version }: Release): Promise<Cache> => storage.open(SHELF + version)

export const addressOf = ({ base }: Shelf, path: string): URL =>
  new URL(path === DOCUMENT ? './' : path, base)

export const keptFile = async (shelf: Shelf, release: Release, path: string): Promise<Response | undefined> =>
  (await cacheOf(shelf, release)).match(addressOf(shelf, path).href)

/** Loads a file and keeps it. A full disk keeps nothing: the page has its file anyway. */
export const takeFile = async (
  shelf: Shelf,
  release: Release,
  { path, ...rest }: { readonly path: string } & Pick<Ask, 'cache' | 'timeoutMs'>,
): Promise<Loaded> => {
  const sum = parseSums(release.sums).get(path)
  if (sum === undefined) return 'away'
  const at = addressOf(shelf, path)
  const loaded = await loadFile({ at, sum, ...rest })
  if (loaded instanceof Response) {
    const cache = await cacheOf(shelf, release)
    // One that is kept has the same content, and headers of a day on which the site was as it should be.
    if (!(await cache.match(at.href))) await cache.put(at.href, loaded.clone()).catch(() => undefined)
  }
  return loaded
}

/** Keeps what the reader may need of a release. Its path, if a file had other content; else whether all is kept. */
export const keepRelease = async (
  shelf: Shelf,
  release: Release,
  { locale, saveData }: Reader,
): Promise<{ readonly other: string } | { readonly whole: boolean }> => {
  let whole = !saveData
  const keep = async (paths: Iterable<string>): Promise<string | null> => {
    for (const path of paths) {
      if (await keptFile(shelf, release, path)) continue
      const loaded = await takeFile(shelf, release, { path })
      if (loaded === 'other') return path
      if (loaded === 'away' || !(await keptFile(shelf, release, path))) whole = false
    }
    return null
  }
  const first = await keep([DOCUMENT, EXIT, RELEASE_FILE])
  if (first !== null) return { other: first }
  const document = await (await keptFile(shelf, release, DOCUMENT))?.text()
  if (document === undefined || saveData) return { whole: false }
  const others = otherTexts(document, locale)
  const paths = [...parseSums(release.sums).keys()]
  const other = await keep(paths.filter((path) => !SELDOM.test(path) && !others.has(path)))
  return other === null ? { whole } : { other }
}

/** Deletes what is kept of all releases but these, and of a worker before this one. */
export const clearShelf = async (
  { storage }: Shelf,
  { keep, but }: { readonly keep: readonly (Release | null)[]; readonly but: string },
): Promise<void> => {
  const names = [but, ...keep.map((release) => SHELF + release?.version)]
  const old = (await storage.keys()).filter((name) => !names.includes(name))
  await Promise.all(old.map((name) => storage.delete(name)))
}
