/**
 * Service worker of a build with release keys: it holds the site to its signed releases (pin.ts). It names no
 * release itself, so that its file changes seldom, and a change means something. It never takes over from an
 * older one while pages are open.
 */
import type { Hex } from 'viem'
import type { ReleaseState, Wish } from '../lib/release.ts'
import { createPin } from './pin.ts'

/** Addresses, of `RELEASE_KEYS` at the build. */
declare const __RELEASE_KEYS__: readonly Hex[]

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}
/** Parts of a worker that TypeScript's types of the page lack. */
interface Scope {
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: {
      includeUncontrolled: true
      type: 'window'
    }): Promise<readonly { postMessage(state: ReleaseState): void }[]>
  }
  addEventListener(name: 'install' | 'activate', listener: (event: Lasting) => void): void
  addEventListener(name: 'message', listener: (event: Lasting & MessageEvent<Wish>) => void): void
  addEventListener(
    name: 'fetch',
    listener: (
      event: Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void },
    ) => void,
  ): void
}
const scope = self as unknown as Scope

const pin = createPin({
  keys: __RELEASE_KEYS__,
  base: new URL('./', location.href),
  storage: caches,
  pages: () => scope.clients.matchAll({ includeUncontrolled: true, type: 'window' }),
})

scope.addEventListener('install', (event) => event.waitUntil(pin.read()))
scope.addEventListener('activate', (event) => {
  pin.forget()
  event.waitUntil(scope.clients.claim())
})
scope.addEventListener('fetch', (event) => {
  const answer = pin.answer(event.request, (work) => event.waitUntil(work))
  if (answer) event.respondWith(answer)
})
scope.addEventListener('message', (event) => {
  const [port] = event.ports
  event.waitUntil(pin.fulfil(event.data, () => port?.postMessage(null)))
})
