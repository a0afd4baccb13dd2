/**
 * The first page as one manifest. From it follow: what is preloaded (first-load.ts, boot.js), which texts come
 * first (catalogs.ts), and which shape the skeleton in index.html has. first-page.test.ts fails where a
 * module, a path, a call or a shape that is named here does not exist.
 */
import { CALLS } from '@dr/protocol/calls/index'
import { PATHS } from '../src/pages/paths.ts'

/** Who opens a page: `user` has a session token. */
export type Reader = 'visitor' | 'user'

interface Opening {
  /** The shape of the skeleton: a word of `data-for` in index.html, and a rule in src/ui/tokens.css. */
  readonly shape: string
  /**
   * Public calls, without parameters, that the page makes as it opens: requested while its code is loading.
   */
  readonly reads: readonly (keyof typeof CALLS)[]
}

/** The page that is assumed in index.html until boot.js has run. */
export const DEFAULT_SHAPE = 'visitor'

/** Pages whose skeleton or requests are their own. */
export const FIRST_PAGES: Readonly<Record<string, Readonly<Record<Reader, Opening>>>> = {
  [PATHS.home]: {
    visitor: { shape: 'visitor', reads: ['overview', 'products'] },
    user: { shape: 'mine', reads: ['overview'] },
  },
  [PATHS.backpack]: {
    visitor: { shape: 'other', reads: ['overview', 'dividendPool'] },
    user: { shape: 'backpack', reads: ['overview', 'dividendPool'] },
  },
  [PATHS.assets]: {
    visitor: { shape: 'other', reads: [] },
    user: { shape: 'assets', reads: [] },
  },
}

/** Every other page. */
export const OTHER_PAGES: Readonly<Record<Reader, Opening>> = {
  visitor: { shape: 'other', reads: [] },
  user: { shape: 'other', reads: [] },
}

/** The key that the requests of a signed-in user are encrypted with: needed on every page. */
const USER_READS: Opening['reads'] = ['publicKeys']

const urlOf = (name: keyof typeof CALLS): string => {
  const { method, path } = CALLS[name]
  if (method !== 'GET' || path.includes(':')) throw new Error(`${name} can't be preloaded: ${method} ${path}`)
  return path
}

interface BootPage {
  readonly shape: string
  /** Absolute paths, preloaded with GET. */
  readonly urls: readonly string[]
}
type BootPages = Readonly<Record<string, Readonly<Record<Reader, BootPage>>>>

const bootPage = ({ visitor, user }: Readonly<Record<Reader, Opening>>): BootPages[string] => ({
  visitor: { shape: visitor.shape, urls: visitor.reads.map(urlOf) },
  user: { shape: user.shape, urls: [...USER_READS, ...user.reads].map(urlOf) },
})

/** What boot.js has to know: by path and reader, and under `other` for every path that is not listed. */
export const bootPages = (): BootPages => ({
  ...Object.fromEntries(Object.entries(FIRST_PAGES).map(([path, page]) => [path, bootPage(page)])),
  other: bootPage(OTHER_PAGES),
})

/** What the entry starts, after the first paint (src/app/start.ts): names of chunks. */
export const APP_CHUNKS = ['root', 'main'] as const
/** Home, and what it adds for a signed-in user (src/pages/home/mine.tsx): names of chunks. */
export const HOME_CHUNK = 'home'
export const HOME_USER_CHUNK = 'mine'

/** Checks the answers to a signed-in user's calls: loaded with the first of them (src/api/client.ts). */
export const ANSWER_CHUNK = 'schemas'

/**
 * Catalogs of what every visitor sees first: loaded with the first page, all others with the page after it.
 */
export const FIRST_CATALOGS = [
  'common.json',
  'errors.json',
  'home.json',
  'rates.json',
  'shell.json',
  'start.json',
  'local.json',
] as const
