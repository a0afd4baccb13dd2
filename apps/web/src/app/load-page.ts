import { PAGE_TIMEOUT_MS } from '@dr/protocol/constants'
import { within } from '../ui/within.ts'

/** A page's code did not come: offline, too slow, or gone with an older release. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
}

/**
 * Loads a page's code within 60 s (requirement §2: an error with a retry, not a wait without end). The
 * browser's own error is wrapped, since the router answers that one by reloading, which would lose the app
 * while offline.
 */
export const loadPage =
  <Module>(load: () => Promise<Module>, timeoutMs = PAGE_TIMEOUT_MS): (() => Promise<Module>) =>
  () =>
    within(load(), timeoutMs).catch((cause: unknown) => {
      throw new PageLoadError('page did not load', { cause })
    })
