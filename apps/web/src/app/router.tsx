import { PAGE_PENDING_MS } from '@dr/protocol/constants'
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { withTexts } from '../i18n/i18n.ts'
import { PATHS, type Path } from '../pages/paths.ts'
import { loadPage } from './load-page.ts'
import { NotFound, PageError, PagePending } from './page-states.tsx'
import { parseSearch, readValues, stringifySearch } from './search.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, validateSearch: readValues, notFoundComponent: NotFound })

const page = <const Route extends Path, Module extends Record<string, unknown>>(
  path: Route,
  load: () => Promise<Module>,
  name: keyof Module & string,
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      loadPage(path === PATHS.home ? load : withTexts(load)) as () => Promise<Record<string, never>>,
      name,
    ),
  })

const routes = [
  page(PATHS.home, () => import('../pages/home/home.tsx'), 'HomePage'),
  createRoute({
    getParentRoute: () => root,
    path: PATHS.homeAlias,
    beforeLoad: () => {
      throw redirect({ to: PATHS.home, search: {}, replace: true })
    },
  }),
  page(PATHS.power, () => import('../pages/DCP/DCP.tsx'), 'PowerPage'),
  page(PATHS.pledgeRecord, () => import('../pages/DCP/Pledgerecord.tsx'), 'PledgeRecordPage'),
  page(PATHS.backpack, () => import('../pages/Backpack/Backpack.tsx'), 'BackpackPage'),
  page(PATHS.assets, () => import('../pages/assets/assets.tsx'), 'AssetsPage'),
  page(PATHS.assetsRecord, () => import('../pages/assets/assetsRecord.tsx'), 'AssetsRecordPage'),
  page(PATHS.withdrawal, () => import('../pages/wthdrawal/wthdrawal.tsx'), 'WithdrawalPage'),
  page(
    PATHS.withdrawalRecord,
    () => import('../pages/wthdrawal/wthdrawalRecord.tsx'),
    'WithdrawalRecordPage',
  ),
  page(PATHS.exchange, () => import('../pages/exchange/exchange.tsx'), 'ExchangePage'),
  page(PATHS.exchangeRecord, () => import('../pages/exchange/exchangeRecord.tsx'), 'ExchangeRecordPage'),
  page(PATHS.platform, () => import('../pages/platform/platform.tsx'), 'PlatformPage'),
  page(PATHS.platform2, () => import('../pages/platform/platform2.tsx'), 'Platform2Page'),
  page(PATHS.community, () => import('../pages/dao/dao.tsx'), 'CommunityPage'),
  page(PATHS.communityAdd, () => import('../pages/dao/add.tsx'), 'CommunityAddPage'),
]

export const router = createRouter({
  routeTree: root.addChildren(routes),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  defaultPendingMs: PAGE_PENDING_MS,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
