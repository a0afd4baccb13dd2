import { useEffect, useState } from 'react'
import { RailReserves } from '../features/reserves/rail-reserves.tsx'
import { WrongNetworkBanner } from '../features/wallet/wrong-network-banner.tsx'
import { useT } from '../i18n/use-t.ts'
import { onOpenMenu } from '../pages/frame/menu-store.ts'
import { usePlace } from '../pages/navigation.ts'
import { PATHS, TABS, tabShown } from '../pages/paths.ts'
import { useGo } from '../pages/use-go.ts'
import { Rail, TabBar } from '../ui/layout/tab-bar.tsx'
import { useWide } from '../ui/layout/use-wide.ts'
import { lazySheet } from '../ui/sheet/lazy-sheet.tsx'
import { OfflineBanner } from '../ui/status/offline-banner.tsx'
import { Toaster } from '../ui/status/toaster.tsx'
import { CollectedPart } from './collected-part.tsx'
import { LanguageStrip } from './language-strip.tsx'
import { LocalNetwork } from './local-network.tsx'
import { PendingBanner } from './pending-banner.tsx'
import { ReleasePart } from './release-part.tsx'
import { Pages } from './router.tsx'
import { SyncProfile } from './sync-profile.tsx'
import { WalletParts } from './wallet-parts.tsx'
import { WatchPart } from './watch-part.tsx'

const afterPaint = (go: () => void): void => void requestAnimationFrame(() => setTimeout(go))

const MenuSheet = lazySheet(() => import('./menu-sheet.tsx').then((module) => module.MenuSheet))

/**
 * Frame around all pages: banners, tab bar or rail, menu, toasts, and the wallet's sheets once they are
 * needed.
 */
export const Shell = () => {
  const t = useT()
  const wide = useWide()
  return (
    <div className="group column lit relative min-h-dvh min-[520px]:border-x min-[520px]:border-line two:max-w-none two:border-x-0 wide:beside-rail">
      <button
        type="button"
        onClick={() => document.getElementById('main')?.focus()}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-12 focus:bg-s3 focus:p-3"
      >
        {t('shell.skip')}
      </button>
      {/* Tab order follows the visual order. */}
      {wide ? <Tabs wide /> : null}
      <LanguageStrip />
      <LocalNetwork />
      <div className="two:px-2 wide:mx-auto wide:max-w-[1168px]">
        <OfflineBanner text={t('shell.offline')} />
        {__PINNED__ ? <ReleasePart /> : null}
        <WrongNetworkBanner />
        <WatchPart />
        <PendingBanner />
        <Pages />
      </div>
      {wide ? null : <Tabs wide={false} />}
      <Menu />
      <SyncProfile />
      <WalletParts />
      <CollectedPart />
      <Toaster label={t('shell.toasts')} />
    </div>
  )
}

/** Tabs: on a phone below the five tab pages, on a wide screen beside every page. */
const Tabs = ({ wide }: { readonly wide: boolean }) => {
  const t = useT()
  const { push } = useGo()
  const { path } = usePlace()
  const [pressed, setPressed] = useState<string | null>(null)
  const shown = tabShown(path)
  const exact = shown === path || path === PATHS.homeAlias
  const input = {
    label: t('shell.tabs'),
    current: pressed ?? shown,
    tabs: TABS.map(({ label, ...rest }) => ({ ...rest, label: t(label) })),
    onSelect: (selected: string): void => {
      const target = TABS.find((item) => item.path === selected)
      if (target === undefined) return
      // The pressed state is painted first; the page, which may take longer, is rendered after it.
      setPressed(target.path)
      afterPaint(() => {
        setPressed(null)
        push(target.path)
      })
    },
  }
  if (!wide) return exact ? <TabBar {...input} /> : null
  return (
    <Rail
      {...input}
      exact={exact}
      brand={t('shell.brand')}
      // Home and the open books show the reserves themselves.
      foot={
        shown === PATHS.home || path === PATHS.platform ? null : (
          <RailReserves onOpen={() => push(PATHS.platform)} />
        )
      }
    />
  )
}

/** Menu whose code loads with the first press. */
const Menu = () => {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  useEffect(() => onOpenMenu(() => setState('open')), [])
  return state === 'unused' ? null : (
    <MenuSheet open={state === 'open'} onOpenChange={(open) => setState(open ? 'open' : 'closed')} />
  )
}
