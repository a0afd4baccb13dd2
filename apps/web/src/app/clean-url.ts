import { keepInviter } from '../api/invite/kept-inviter.ts'
import { isWatchable, watch } from '../chain/watched.ts'

interface CleanQuery {
  readonly rest: string
  readonly inviter: string | undefined
  readonly watched: string | undefined
}

/**
 * `utm_…` parameters go; `address` (an invite) and `watch` (an address to look at) are taken out and
 * returned.
 */
const cleanQuery = (query: string): CleanQuery => {
  const params = new URLSearchParams(query)
  const inviter = params.get('address') ?? undefined
  const watched = params.get('watch') ?? undefined
  for (const name of [...params.keys()])
    if (name.startsWith('utm_') || name === 'address' || name === 'watch') params.delete(name)
  return { rest: params.toString(), inviter, watched }
}

/** After a page's path: punctuation and words that a chat program took for a part of the link. */
const AFTER_PATH = /(?:%[\da-f]{2}|[^\w/%-])+$/i

/**
 * The same for a whole address, before and after the hash. The one after the hash wins: it is nearer to the
 * page.
 */
export const cleanAddress = (search: string, hash: string) => {
  const [written = '', query = ''] = hash.replace(/^#/, '').split('?', 2)
  const path = written.replace(AFTER_PATH, '')
  const outer = cleanQuery(search)
  const inner = cleanQuery(query)
  return {
    search: outer.rest === '' ? '' : `?${outer.rest}`,
    hash: path === '' && inner.rest === '' ? '' : `#${path}${inner.rest === '' ? '' : `?${inner.rest}`}`,
    inviter: inner.inviter ?? outer.inviter,
    watched: inner.watched ?? outer.watched,
  }
}

/** Runs once, before the router reads the location. */
export const cleanLocation = (): void => {
  const { pathname, search, hash } = window.location
  const clean = cleanAddress(search, hash)
  if (clean.inviter) keepInviter(clean.inviter)
  if (clean.watched && isWatchable(clean.watched)) watch(clean.watched)
  if (clean.search !== search || clean.hash !== hash) {
    history.replaceState(history.state, '', `${pathname}${clean.search}${clean.hash}`)
  }
}
