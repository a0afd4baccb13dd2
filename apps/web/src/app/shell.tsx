import { useEffect, useState } from 'react'
import { WrongNetworkBanner } from '../features/wallet/wrong-network-banner.tsx'
import { useT } from '../i18n/use-t.ts'
import { onOpenMenu } from '../pages/frame/menu-store.ts'
import { usePlace } from '../pages/navigation.ts'
import { PATHS, TABS } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { lazySheet } from '../ui/lazy-sheet.tsx'
import { OfflineBanner } from '../ui/offline-banner.tsx'
import { TabBar } from '../ui/tab-bar.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { KeepProfile } from './keep-profile.tsx'
import { PendingBanner } from './pending-banner.tsx'
import { Pages } from './router.tsx'
import { WalletParts } from './wallet-parts.tsx'
import { WatchPart } from './watch-part.tsx'

const MenuSheet = lazySheet(() => import('./menu-sheet.tsx').then((module) => module.MenuSheet))

/** What stays while pages change: banners, tab bar, menu, toasts, and the wallet's own sheets once they are wanted. */
export function Shell() {
  const t = useT()
  const { push } = useGo()
  const { path } = usePlace()
  const current = path === PATHS.homeAlias ? PATHS.home : path
  const tab = TABS.find((item) => item.path === current)
  return (
    <div className="group column lit relative min-h-dvh min-[520px]:border-x min-[520px]:border-line">
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-12 focus:bg-s3 focus:p-3"
      >
        {t('shell.skip')}
      </button>
      <OfflineBanner text={t('shell.offline')} />
      <WrongNetworkBanner />
      <WatchPart />
      <PendingBanner />
      <Pages />
      {tab ? (
        <TabBar
          label={t('shell.tabs')}
          current={tab.path}
          tabs={TABS.map(({ label, ...rest }) => ({ ...rest, label: t(label) }))}
          onSelect={(selected) => {
            const target = TABS.find((item) => item.path === selected)
            if (target) push(target.path)
          }}
        />
      ) : null}
      <Menu />
      <KeepProfile />
      <WalletParts />
      <Toaster label={t('shell.toasts')} />
    </div>
  )
}

/** The menu's code comes with the first press. */
function Menu() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  useEffect(() => onOpenMenu(() => setState('open')), [])
  return state === 'unused' ? null : (
    <MenuSheet open={state === 'open'} onOpenChange={(open) => setState(open ? 'open' : 'closed')} />
  )
}
