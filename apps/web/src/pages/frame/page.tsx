import type { ReactNode } from 'react'
import { NavBar } from '../../ui/layout/nav-bar.tsx'
import { Screen } from '../../ui/layout/screen.tsx'
import { usePagePath } from '../navigation.ts'
import { TABS } from '../paths.ts'
import { useGo } from '../use-go.ts'
import { openMenu } from './menu-store.ts'
import { WalletPill } from './wallet-pill.tsx'

type PageProps = {
  readonly title: string
  readonly brand?: boolean
  /** Links to other pages, beside the account. */
  readonly links?: ReactNode
  readonly children: ReactNode
}

/** Frame of every page: navigation bar, content, menu; tab pages have no back button. */
export const Page = ({ title, brand = false, links, children }: PageProps) => {
  const { back } = useGo()
  const path = usePagePath()
  const isTab = brand || TABS.some((tab) => tab.path === path)
  return (
    <Screen
      tabs={isTab}
      nav={
        <NavBar title={title} brand={brand} onBack={isTab ? undefined : back} onMenu={openMenu}>
          {links}
          <WalletPill />
        </NavBar>
      }
    >
      {children}
    </Screen>
  )
}
