/**
 * The pin: the one release that this device runs (ADR 0074). A file of it reaches a page only if it has the
 * listed sum; another release only if it is newer and signed, and once the user says so or no page is open.
 */
import { parseSums } from '@dr/protocol/release/release'
import type { Hex } from 'viem'
import type { Fault, Reader, ReleaseState, Wish } from '../lib/release.ts'
import {
  addressOf,
  clearShelf,
  DOCUMENT,
  digestOf,
  keepRelease,
  keptFile,
  keptHeaders,
  type Release,
  type Shelf,
  takeFile,
  WORKER,
} from './files.ts'
import { readContent, readOffer } from './offer.ts'

const PIN = 'pin'
/** Time until the kept document is opened instead. */
const DOCUMENT_TIMEOUT_MS = 4_000
/** Documents that are in no list open without scripts, as nobody's origin. */
const INERT = "default-src 'none'; sandbox"

interface Pin {
  readonly release: Release
  readonly whole: boolean
  /** The one before, whose pages may still be open. */
  readonly previous: Release | null
  readonly next: { readonly release: Release; readonly whole: boolean } | null
  readonly fault: Fault | null
  readonly reader: Reader
}

interface Page {
  postMessage(state: ReleaseState): void
}

interface Setup extends Shelf {
  /** Addresses of the release keys. */
  readonly keys: readonly Hex[]
  /** Open pages of the app. */
  readonly pages: () => Promise<readonly Page[]>
}

const stateOf = ({ release, whole, fault, next }: Pin): ReleaseState => ({
  version: release.version,
  whole,
  fault,
  next: next && { version: next.release.version, changes: next.release.changes },
})

/** Sum of the file that browsers load as the worker; null: there is none now. */
const workerSum = async (setup: Setup): Promise<string | null> => {
  const file = await readContent(addressOf(setup, WORKER))
  return file === 'away' || file.content === null ? null : digestOf(file.content)
}

export const createPin = (setup: Setup) => {
  let known: Pin | undefined
  let beginning: Promise<Pin> | undefined
  let checking: Promise<void> = Promise.resolve()

  const write = async (pin: Pin): Promise<Pin> => {
    known = pin
    const cache = await setup.storage.open(PIN)
    await cache.put(addressOf(setup, PIN).href, new Response(JSON.stringify(pin)))
    const state = stateOf(pin)
    for (const page of await setup.pages()) page.postMessage(state)
    return pin
  }

  /** Pins the site's release for the first time. @throws if it is not signed, or not there. */
  const begin = async (): Promise<Pin> => {
    const offer = await readOffer(setup, setup.keys, null)
    if (typeof offer === 'string' || 'fault' in offer)
      throw new Error(`no signed release: ${JSON.stringify(offer)}`)
    const { release } = offer
    const reader = { locale: '', saveData: true }
    const kept = await keepRelease(setup, release, reader)
    if ('other' in kept) throw new Error(`${kept.other} is not the release’s`)
    if (!(await keptFile(setup, release, DOCUMENT))) throw new Error('nothing can be kept')
    await clearShelf(setup, { keep: [release], but: PIN })
    return write({ release, whole: false, previous: null, next: null, fault: null, reader })
  }

  const read = async (): Promise<Pin> => {
    if (known) return known
    const kept = await (await setup.storage.open(PIN)).match(addressOf(setup, PIN).href)
    known ??= kept && ((await kept.json()) as Pin)
    if (known) return known
    beginning ??= begin().finally(() => {
      beginning = undefined
    })
    return beginning
  }

  const report = async (fault: Fault): Promise<void> => void (await write({ ...(await read()), fault }))

  const update = async (): Promise<void> => {
    const pin = await read()
    if (pin.next === null) return
    const { release, whole } = pin.next
    await write({ ...pin, release, whole, previous: pin.release, next: null })
    await clearShelf(setup, { keep: [release, pin.release], but: PIN })
  }

  /** Reports what is wrong with the site, then keeps a newer release if it offers one. */
  const look = async (seen: Fault | null, reported: () => void): Promise<void> => {
    const pin = await read()
    const offer = await readOffer(setup, setup.keys, pin.release)
    const offered = typeof offer === 'object' && 'release' in offer ? offer.release : null
    const sums = [pin.release, offered].map((release) => release && parseSums(release.sums).get(WORKER))
    const sum = await workerSum(setup)
    if (sum !== null && !sums.includes(sum)) await report({ kind: 'worker' })
    else if (typeof offer === 'object' && 'fault' in offer) await report(offer.fault)
    else if (seen !== null && offered === null) await report(seen)
    reported()
    if (offered !== null && offered.version !== pin.next?.release.version) {
      const kept = await keepRelease(setup, offered, pin.reader)
      if ('other' in kept) await report({ kind: 'file', path: kept.other })
      else if (kept.whole || pin.reader.saveData)
        await write({ ...(await read()), next: { release: offered, whole: kept.whole } })
    }
  }

  /** One look after another. `seen`: what is wrong if the site offers no newer release. */
  const check = (seen: Fault | null, reported: () => void = () => undefined): Promise<void> => {
    const next = checking.then(() => look(seen, reported))
    checking = next.catch(() => undefined) // whoever asked for it has its error
    return next
  }

  const keepPinned = async (reader: Reader): Promise<void> => {
    const pin = await write({ ...(await read()), reader })
    const kept = await keepRelease(setup, pin.release, reader)
    if ('other' in kept) await report({ kind: 'file', path: kept.other })
    else if (kept.whole !== pin.whole) await write({ ...(await read()), whole: kept.whole })
  }

  const serve = async (path: string): Promise<Response> => {
    const { release, previous } = await read()
    for (const one of [release, previous]) {
      if (one === null || !parseSums(one.sums).has(path)) continue
      const kept = await keptFile(setup, one, path)
      if (kept) return kept
      const loaded = await takeFile(setup, one, { path })
      if (loaded instanceof Response) return loaded
      if (loaded === 'other') {
        await report({ kind: 'file', path })
        break
      }
    }
    return Response.error()
  }

  /** The pinned document, with the site's headers of now if it answers; `later` is work after the answer. */
  const open = async (later: (work: Promise<unknown>) => void): Promise<Response> => {
    if ((await read()).next !== null && (await setup.pages()).length === 0) await update()
    const { release } = await read()
    const rest = { path: DOCUMENT, cache: 'no-cache', timeoutMs: DOCUMENT_TIMEOUT_MS } as const
    const loaded = await takeFile(setup, release, rest)
    later(check(loaded === 'other' ? { kind: 'file', path: DOCUMENT } : null))
    if (loaded instanceof Response) return loaded
    return (await keptFile(setup, release, DOCUMENT)) ?? Response.error()
  }

  const inert = async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    // A redirect, which the browser follows by another request.
    if (response.type === 'opaqueredirect') return response
    const headers = keptHeaders(response.headers)
    headers.set('content-security-policy', INERT)
    return new Response(response.body, { status: response.status, headers })
  }

  /** Answer to a page's request; null: data, which the app checks itself. */
  const answer = (request: Request, later: (work: Promise<unknown>) => void): Promise<Response> | null => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== setup.base.origin) return null
    const isInside = pathname.startsWith(setup.base.pathname)
    const path = (isInside ? pathname.slice(setup.base.pathname.length) : pathname) || DOCUMENT
    const isDocument = request.mode === 'navigate'
    if (!isDocument && request.destination === '' && !path.startsWith('assets/')) return null
    const listed = async (): Promise<boolean> => {
      const { release, previous } = await read()
      return [release, previous].some((one) => one !== null && parseSums(one.sums).has(path))
    }
    return (async () => {
      if (request.method === 'GET' && (await listed()))
        return isDocument && path === DOCUMENT ? open(later) : serve(path)
      return isDocument ? inert(request) : Response.error()
    })()
  }

  /** `reported`: called once a check has reported what it found, or the wish is fulfilled. */
  const fulfil = async (wish: Wish, reported: () => void): Promise<void> => {
    if (wish.wish === 'check') return check(null, reported)
    if (wish.wish === 'update') await update()
    else if (wish.wish === 'keep') await keepPinned({ locale: wish.locale, saveData: wish.saveData })
    else await write({ ...(await read()), fault: null })
    reported()
  }

  /** After an older worker, which may have written since this one began. */
  const forget = (): void => {
    known = undefined
  }

  return { read, answer, fulfil, forget }
}
