import type { ComponentType } from 'react'
import { withTexts } from '../i18n/i18n.ts'
import { EXTRA_PATHS, PATHS, type Path } from '../pages/paths.ts'
import { loadPage } from './load-page.ts'

type Load = () => Promise<ComponentType>

const later = (load: Load): Load => withTexts(load)

const home: Load = () =>
  import('../pages/home/home.tsx').then(async ({ HomePage, prepareHome }) => {
    await prepareHome()
    return HomePage
  })

/** Loader of each page. */
const LOADERS: Readonly<Record<Path, Load>> = {
  [PATHS.home]: home,
  [PATHS.homeAlias]: home,
  [PATHS.power]: later(() => import('../pages/DCP/DCP.tsx').then((m) => m.PowerPage)),
  [PATHS.pledgeRecord]: later(() => import('../pages/DCP/Pledgerecord.tsx').then((m) => m.PledgeRecordPage)),
  [PATHS.backpack]: later(() => import('../pages/Backpack/Backpack.tsx').then((m) => m.BackpackPage)),
  [PATHS.assets]: later(() => import('../pages/assets/assets.tsx').then((m) => m.AssetsPage)),
  [PATHS.assetsRecord]: later(() =>
    import('../pages/assets/assetsRecord.tsx').then((m) => m.AssetsRecordPage),
  ),
  [PATHS.withdrawal]: later(() => import('../pages/wthdrawal/wthdrawal.tsx').then((m) => m.WithdrawalPage)),
  [PATHS.withdrawalRecord]: later(() =>
    import('../pages/wthdrawal/wthdrawalRecord.tsx').then((m) => m.WithdrawalRecordPage),
  ),
  [PATHS.exchange]: later(() => import('../pages/exchange/exchange.tsx').then((m) => m.ExchangePage)),
  [PATHS.exchangeRecord]: later(() =>
    import('../pages/exchange/exchangeRecord.tsx').then((m) => m.ExchangeRecordPage),
  ),
  [PATHS.platform]: later(() => import('../pages/platform/platform.tsx').then((m) => m.PlatformPage)),
  [PATHS.platform2]: later(() => import('../pages/platform/platform2.tsx').then((m) => m.Platform2Page)),
  [PATHS.community]: later(() => import('../pages/dao/dao.tsx').then((m) => m.CommunityPage)),
  [EXTRA_PATHS.operator]: later(() => import('../pages/operator/operator.tsx').then((m) => m.OperatorPage)),
  [PATHS.communityAdd]: later(() => import('../pages/dao/add.tsx').then((m) => m.CommunityAddPage)),
}

const loaded = new Map<string, ComponentType>()

/** Component of a page whose code is loaded. */
export const loadedPage = (path: string): ComponentType | undefined => loaded.get(path)

/** Loads a page; undefined: unknown path. A failed load is retried by the next call. */
export const loadPageAt = (path: string): Promise<ComponentType> | undefined => {
  const load = (LOADERS as Readonly<Record<string, Load | undefined>>)[path]
  if (load === undefined) return undefined
  return loadPage(load)().then((page) => {
    loaded.set(path, page)
    return page
  })
}
