import { keepInviter } from '../api/kept-inviter.ts'

/** `utm_…` parameters go, `address` (an invite) is taken out and returned. */
function cleanQuery(query: string): { readonly rest: string; readonly inviter: string | undefined } {
  const params = new URLSearchParams(query)
  const inviter = params.get('address') ?? undefined
  for (const name of [...params.keys()])
    if (name.startsWith('utm_') || name === 'address') params.delete(name)
  return { rest: params.toString(), inviter }
}

/** The same for a whole address, before and after the hash. The one after the hash wins: it is nearer to the page. */
export function cleanAddress(search: string, hash: string) {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2)
  const outer = cleanQuery(search)
  const inner = cleanQuery(query)
  return {
    search: outer.rest === '' ? '' : `?${outer.rest}`,
    hash: path === '' && inner.rest === '' ? '' : `#${path}${inner.rest === '' ? '' : `?${inner.rest}`}`,
    inviter: inner.inviter ?? outer.inviter,
  }
}

/** Runs once, before the router reads the location. */
export function cleanLocation(): void {
  const { pathname, search, hash } = window.location
  const clean = cleanAddress(search, hash)
  if (clean.inviter) keepInviter(clean.inviter)
  if (clean.search !== search || clean.hash !== hash) {
    history.replaceState(history.state, '', `${pathname}${clean.search}${clean.hash}`)
  }
}
