/** Messages of page and service worker about the pinned release (src/worker, ADR 0074). */
import type { ReleaseNotes } from '@dr/protocol/release/release'
import { createStore } from './store.ts'

/** A finding about the site: nothing of it was used. But of `worker`, which browsers load past the app. */
export interface Fault {
  /**
   * `file`: other content than is listed. `list`: the list is missing or cut off. `signatures`: too few of
   * the keys signed it. `older`: its version is not newer than the pinned one. `worker`: sw.js is in no list.
   */
  readonly kind: 'file' | 'list' | 'signatures' | 'older' | 'worker'
  readonly path?: string
}

/** State of the pinned release, as the worker reports it. */
export interface ReleaseState {
  readonly version: string
  /** Whether all files of the user's language are kept on the device. */
  readonly whole: boolean
  /** Stays until the user has read it. */
  readonly fault: Fault | null
  /** Newer signed release whose files are kept already. */
  readonly next: ReleaseNotes | null
}

export interface Reader {
  readonly locale: string
  /** Whether the browser saves data: then files are kept only once they were loaded. */
  readonly saveData: boolean
}

/** `keep`: all files for this reader. `check`: what the site serves. `update`: to the next release. */
export type Wish = ({ readonly wish: 'keep' } & Reader) | { readonly wish: 'check' | 'update' | 'dismiss' }

/** null: nothing is pinned on this device. */
export const pinned = createStore<ReleaseState | null>(null)

/** Sends a wish to the page's worker; resolves once a check has reported, and other wishes are fulfilled. */
export const tellWorker = (wish: Wish): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    navigator.serviceWorker.controller?.postMessage(wish, [port2])
  })
