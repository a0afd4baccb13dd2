import { keepInviter } from '../api/invite/kept-inviter.ts'
import { isWatchable, watch } from '../chain/watched.ts'

interface CleanQuery {
  readonly rest: string
  readonly inviter: string | undefined
  readonly watched: string | undefined
}

/** Removes `utm_…` parameters; removes and returns `address` (an invite) and `watch` (a watched address). */
const cleanQuery = (query: string): CleanQuery => {
  const params = new URLSearchParams(query)
  const inviter = params.get('address') ?? undefined
  const watched = params.get('watch') ?? undefined
  for (const name of [...params.keys()])
    if (name.startsWith('utm_') || name === 'address' || name === 'watch') params.delete(name)
  return { rest: params.toString(), inviter, watched }
}

/** Text after a page's path that a chat program added to the link. */
const AFTER_PATH = /(?:%[\da-f]{2}|[^\w/%-])+$/i

/** Cleans a whole address, before and after the hash. Parameters after the hash win. */
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

/** Cleans the location once, before the router reads it. */
export const cleanLocation = (): void => {
  const { pathname, search, hash } = window.location
  const clean = cleanAddress(search, hash)
  if (clean.inviter) keepInviter(clean.inviter)
  if (clean.watched && isWatchable(clean.watched)) watch(clean.watched)
  if (clean.search !== search || clean.hash !== hash) {
    history.replaceState(history.state, '', `${pathname}${clean.search}${clean.hash}`)
  }
}
