import type { MessageKey } from '../i18n/keys.ts'
import type { IconName } from '../ui/pictures/icons.tsx'

/** The requirement's routes (§2), with its exact paths. */
export const PATHS = {
  home: '/',
  homeAlias: '/pages/index/index',
  power: '/pages/DCP/DCP',
  pledgeRecord: '/pages/DCP/Pledgerecord',
  backpack: '/pages/Backpack/Backpack',
  assets: '/pages/assets/assets',
  assetsRecord: '/pages/assets/assetsRecord',
  withdrawal: '/pages/wthdrawal/wthdrawal',
  withdrawalRecord: '/pages/wthdrawal/wthdrawalRecord',
  exchange: '/pages/exchange/exchange',
  exchangeRecord: '/pages/exchange/exchangeRecord',
  platform: '/pages/platform/platform',
  platform2: '/pages/platform/platform2',
  community: '/pages/dao/dao',
  communityAdd: '/pages/dao/add',
} as const

/** Ours, beside them. */
export const EXTRA_PATHS = {
  operator: '/pages/operator/operator',
} as const

type ValueOf<Record> = Record[keyof Record]
export type Path = ValueOf<typeof PATHS> | ValueOf<typeof EXTRA_PATHS>

export const isPath = (path: string): path is Path =>
  Object.values<string>({ ...PATHS, ...EXTRA_PATHS }).includes(path)

export const TABS: readonly { readonly path: Path; readonly label: MessageKey; readonly icon: IconName }[] = [
  { path: PATHS.home, label: 'shell.tab.home', icon: 'home' },
  { path: PATHS.power, label: 'shell.tab.power', icon: 'power' },
  { path: PATHS.backpack, label: 'shell.tab.backpack', icon: 'bag' },
  { path: PATHS.community, label: 'shell.tab.community', icon: 'dao' },
  { path: PATHS.assets, label: 'shell.tab.assets', icon: 'assets' },
]

/** Two folders of pages that a user reaches from Assets have no tab of their own. */
const WITH_ASSETS = ['wthdrawal', 'exchange']

/** The tab a page belongs to: where a failed push lands (requirement §2). */
export const tabOf = (path: string): Path => {
  const folder = path.split('/')[2] ?? ''
  if (WITH_ASSETS.includes(folder)) return PATHS.assets
  return TABS.find((tab) => tab.path.split('/')[2] === folder)?.path ?? PATHS.home
}

/** The tab that is marked while a page is shown; none on the operator's page, which the menu leads to. */
export const tabShown = (path: string): Path | null => (path === EXTRA_PATHS.operator ? null : tabOf(path))
