import { PAGE_PENDING_MS } from '@dr/protocol/constants'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../api/query-client.ts'
import { followOtherTabs } from '../api/session-end.ts'
import { activateLocale } from '../i18n/i18n.ts'
import { DEFAULT_LOCALE, readLocale } from '../i18n/locales.ts'
import { appNavigation } from '../pages/navigation.ts'
import { cleanLocation } from './clean-url.ts'
import { keepOffline } from './keep-offline.ts'
import { loadPageAt } from './page-loaders.ts'
import { Providers } from './providers.tsx'
import { Shell } from './shell.tsx'
// Follows the system's theme from the first moment, not from the first opening of the menu.
import './theme.ts'

cleanLocation()
followOtherTabs()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const client = createQueryClient()

/** A language that does not load must not keep the app closed: the default one is tried before giving up. */
const texts = activateLocale(readLocale()).catch(() => activateLocale(DEFAULT_LOCALE))
// Until the page is there, the document's own skeleton stands; when it takes longer than that, the app's.
const page = loadPageAt(appNavigation().get().path)?.catch(() => undefined)
const patience = new Promise((resolve) => setTimeout(resolve, PAGE_PENDING_MS))
await Promise.all([texts, Promise.race([page, patience])])

createRoot(container).render(
  <StrictMode>
    <Providers client={client}>
      <Shell />
    </Providers>
  </StrictMode>,
)

keepOffline()
