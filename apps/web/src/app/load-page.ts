import { PAGE_TIMEOUT_MS } from '@dr/protocol/constants'
import { within } from '../ui/within.ts'

/** A page's code could not be loaded: offline, too slow, or deleted with an older release. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

/**
 * Loads a page's code within 60 s (requirement §2: an error with a retry instead of an endless wait). Wraps
 * the browser's error, since the router would answer that one with a reload, which loses the app offline.
 */
export const loadPage =
  <Module>(load: () => Promise<Module>, timeoutMs = PAGE_TIMEOUT_MS): (() => Promise<Module>) =>
  () =>
    within(load(), timeoutMs).catch((cause: unknown) => {
      throw new PageLoadError('page did not load', { cause })
    })
