import { PAGE_PENDING_MS } from '@dr/protocol/constants'
import { StrictMode, startTransition } from 'react'
import type { Root } from 'react-dom/client'
import { miningInfoQuery } from '../api/queries/mining.ts'
import { createQueryClient } from '../api/query-client.ts'
import { getSession } from '../api/session/session.ts'
import { followOtherTabs } from '../api/session/session-end.ts'
import { activateLocale } from '../i18n/i18n.ts'
import { DEFAULT_LOCALE, readLocale } from '../i18n/locales.ts'
import { appNavigation } from '../pages/navigation.ts'
import { PATHS } from '../pages/paths.ts'
import { cleanLocation } from './clean-url.ts'
import { loadPageAt } from './page-loaders.ts'
import { Providers } from './providers.tsx'
import { registerServiceWorker } from './register-service-worker.ts'
import { Shell } from './shell.tsx'
// Follows the system's theme from the start, not from the first opening of the menu.
import './theme.ts'

/**
 * Milliseconds before the stream starts, after the first page's requests; it begins with what has changed
 * since.
 */
const LIVE_AFTER_MS = 5_000
/** Three tabs need the user's mining data: it is requested while their code loads. */
const MINING: readonly string[] = [PATHS.home, PATHS.backpack, PATHS.assets]

// Once, also when opening is retried.
followOtherTabs()

/**
 * Opens the app in place of the document's skeleton. @throws if its texts cannot be loaded in any language.
 */
export const openApp = async (createRoot: () => Root): Promise<void> => {
  cleanLocation()
  const client = createQueryClient()
  const { path } = appNavigation().get()
  const session = getSession()
  if (session.status === 'signed-in' && MINING.includes(path)) {
    void client.prefetchQuery(miningInfoQuery(session.address))
  }

  // A language that fails to load must not block the app: the default one is tried.
  const texts = activateLocale(readLocale()).catch(() => activateLocale(DEFAULT_LOCALE))
  // Until the page is loaded the document's skeleton is shown; after the time limit the app's.
  const page = loadPageAt(path)?.catch(() => undefined)
  const patience = new Promise((resolve) => setTimeout(resolve, PAGE_PENDING_MS))
  await Promise.all([texts, Promise.race([page, patience])])

  // A transition renders in slices of some milliseconds, with input handled between them.
  const root = createRoot()
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers client={client}>
          <Shell />
        </Providers>
      </StrictMode>,
    ),
  )
  registerServiceWorker()
  setTimeout(() => {
    import('../api/live/live-updates.ts').then(
      ({ followLiveUpdates }) => followLiveUpdates(client),
      () => undefined, // it polls
    )
  }, LIVE_AFTER_MS)
}
