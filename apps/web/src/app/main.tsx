import '../ui/tokens.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../api/query-client.ts'
import { followOtherTabs } from '../api/session-end.ts'
import { activateLocale } from '../i18n/i18n.ts'
import { DEFAULT_LOCALE, readLocale } from '../i18n/locales.ts'
import { cleanLocation } from './clean-url.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'
// Follows the system's theme from the first moment, not from the first opening of the menu.
import './theme.ts'

cleanLocation()
followOtherTabs()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const client = createQueryClient()

/** A language that does not load must not keep the app closed: the default one is tried before giving up. */
const locale = readLocale()
await activateLocale(locale).catch(() => activateLocale(DEFAULT_LOCALE))

createRoot(container).render(
  <StrictMode>
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
