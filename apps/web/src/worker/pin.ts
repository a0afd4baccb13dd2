/**
 * The pin: the one release that this device runs (ADR 0074). A file of it reaches a page only if it has the
 * listed sum; another release only if it is newer and signed, and once the user says so or no page is open.
 */
import { parseSums } from '@dr/protocol/release/release'
import type { Reader, Wish } from '../lib/release.ts'
import { createCheck } from './check.ts'
import { DOCUMENT, keepRelease, keptFile, keptHeaders, takeFile } from './files.ts'
import { createPinStore, type PinStore, type Setup } from './pin-store.ts'

/** Time until the kept document is opened instead. */
const DOCUMENT_TIMEOUT_MS = 4_000
/** Documents that are in no list open without scripts, as nobody's origin. */
const INERT = "default-src 'none'; sandbox"

type Later = (work: Promise<unknown>) => void

const serve = async (setup: Setup, store: PinStore, path: string): Promise<Response> => {
  const { release, previous } = await store.read()
  for (const one of [release, previous]) {
    if (one === null || !parseSums(one.sums).has(path)) continue
    const kept = await keptFile(setup, one, path)
    if (kept) return kept
    const loaded = await takeFile(setup, one, { path })
    if (loaded instanceof Response) return loaded
    if (loaded === 'other') {
      await store.change({ fault: { kind: 'file', path } })
      break
    }
  }
  return Response.error()
}

const openInert = async (request: Request): Promise<Response> => {
  const response = await fetch(request)
  // A redirect, which the browser follows by another request.
  if (response.type === 'opaqueredirect') return response
  const headers = keptHeaders(response.headers)
  headers.set('content-security-policy', INERT)
  return new Response(response.body, { status: response.status, headers })
}

const keepPinned = async (setup: Setup, store: PinStore, reader: Reader): Promise<void> => {
  const { release, whole } = await store.change({ reader })
  const kept = await keepRelease(setup, release, reader)
  if ('other' in kept) await store.change({ fault: { kind: 'file', path: kept.other } })
  else if (kept.whole !== whole) await store.change({ whole: kept.whole })
}

export const createPin = (setup: Setup) => {
  const store = createPinStore(setup)
  const check = createCheck(setup, store)

  /** The pinned document, with the site's headers of now if it answers; `later` is work after the answer. */
  const open = async (later: Later): Promise<Response> => {
    if ((await store.read()).next !== null && (await setup.pages()).length === 0) await store.update()
    const { release } = await store.read()
    const rest = { path: DOCUMENT, cache: 'no-cache', timeoutMs: DOCUMENT_TIMEOUT_MS } as const
    const loaded = await takeFile(setup, release, rest)
    later(check(loaded === 'other' ? { kind: 'file', path: DOCUMENT } : null))
    if (loaded instanceof Response) return loaded
    return (await keptFile(setup, release, DOCUMENT)) ?? Response.error()
  }

  const isListed = async (path: string): Promise<boolean> => {
    const { release, previous } = await store.read()
    return [release, previous].some((one) => one !== null && parseSums(one.sums).has(path))
  }

  const answerPath = async (request: Request, path: string, later: Later): Promise<Response> => {
    const isDocument = request.mode === 'navigate'
    if (request.method === 'GET' && (await isListed(path)))
      return isDocument && path === DOCUMENT ? open(later) : serve(setup, store, path)
    return isDocument ? openInert(request) : Response.error()
  }

  return {
    read: store.read,
    forget: store.forget,
    /** Answer to a page's request; null: data, which the app checks itself. */
    answer: (request: Request, later: Later): Promise<Response> | null => {
      const { origin, pathname } = new URL(request.url)
      const { base } = setup
      if (origin !== base.origin) return null
      const path = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : pathname
      if (request.mode !== 'navigate' && request.destination === '' && !path.startsWith('assets/'))
        return null
      return answerPath(request, path || DOCUMENT, later)
    },
    /** `reported`: called once a check has reported what it found, or the wish is fulfilled. */
    fulfil: async (wish: Wish, reported: () => void): Promise<void> => {
      if (wish.wish === 'check') return check(null, reported)
      if (wish.wish === 'update') await store.update()
      else if (wish.wish === 'keep')
        await keepPinned(setup, store, { locale: wish.locale, saveData: wish.saveData })
      else await store.change({ fault: null })
      reported()
    },
  }
}
