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

/** Routes beyond the requirement. */
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

/** Folders of pages below Assets without a tab of their own. */
const WITH_ASSETS = ['wthdrawal', 'exchange']

/** Tab of a page, the fallback of a failed push (requirement §2). */
export const tabOf = (path: string): Path => {
  const folder = path.split('/')[2] ?? ''
  if (WITH_ASSETS.includes(folder)) return PATHS.assets
  return TABS.find((tab) => tab.path.split('/')[2] === folder)?.path ?? PATHS.home
}

/** Tab marked for a page; none for the operator's page, which the menu opens. */
export const tabShown = (path: string): Path | null => (path === EXTRA_PATHS.operator ? null : tabOf(path))
