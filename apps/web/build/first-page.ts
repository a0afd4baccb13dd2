/**
 * Manifest of the first page. It determines the preloads (first-load.ts, boot.js) and the skeleton's shape in
 * index.html. first-page.test.ts fails for a module, path, call or shape that does not exist.
 */
import { CALLS } from '@dr/protocol/calls/index'
import { PATHS } from '../src/pages/paths.ts'

/** Who opens a page: `user` has a session token. */
export type Reader = 'visitor' | 'user'

interface Opening {
  /** Shape of the skeleton: a word of `data-for` in index.html, and a rule in src/ui/tokens.css. */
  readonly shape: string
  /** Public calls without parameters that the page makes on opening: preloaded while its code loads. */
  readonly reads: readonly (keyof typeof CALLS)[]
}

/** Shape assumed in index.html until boot.js has run. */
export const DEFAULT_SHAPE = 'visitor'

/** Pages with their own skeleton or requests. */
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

export const OTHER_PAGES: Readonly<Record<Reader, Opening>> = {
  visitor: { shape: 'other', reads: [] },
  user: { shape: 'other', reads: [] },
}

/** Encryption key for a signed-in user's requests, needed on every page. */
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

/** Data of boot.js: by path and reader, with `other` for unlisted paths. */
export const bootPages = (): BootPages => ({
  ...Object.fromEntries(Object.entries(FIRST_PAGES).map(([path, page]) => [path, bootPage(page)])),
  other: bootPage(OTHER_PAGES),
})

/** Names of the chunks that the entry loads after the first paint (src/app/start.ts). */
export const APP_CHUNKS = ['root', 'main'] as const
/** Names of the chunks of Home and of its additions for a signed-in user (src/pages/home/mine.tsx). */
export const HOME_CHUNK = 'home'
export const HOME_USER_CHUNK = 'mine'

/**
 * Chunk that checks the answers to a signed-in user's calls, loaded with the first call
 * (src/api/client.ts).
 */
export const ANSWER_CHUNK = 'schemas'
