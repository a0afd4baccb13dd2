import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName, Mark } from '../pictures/icons.tsx'

type Tab = { readonly path: string; readonly label: string; readonly icon: IconName }
type TabsProps = {
  readonly tabs: readonly Tab[]
  /** The displayed tab, or the tab of the displayed page, if any. */
  readonly current: string | null
  readonly label: string
  readonly onSelect: (path: string) => void
}

/** Tab bar at the bottom with the app's five tabs. */
export const TabBar = ({ tabs, current, label, onSelect }: TabsProps) => {
  return (
    <nav
      data-bar
      aria-label={label}
      className="@container column two:max-w-none fixed inset-x-0 bottom-0 z-20 border-t border-line bg-bg px-2 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      {/* A long word takes room from the short ones; where the text is twice as large, in two rows. */}
      <div className="grid grid-cols-[repeat(5,minmax(min-content,1fr))] gap-x-1 @max-[17rem]:grid-cols-3">
        {tabs.map((tab) => (
          <TabLink
            key={tab.path}
            tab={tab}
            here={tab.path === current}
            onSelect={onSelect}
            className={cx(
              'flex min-h-14 flex-col @max-[17rem]:text-[20px] items-center justify-center gap-0.5 text-12 leading-tight max-[379px]:tracking-[-.04em] transition-colors duration-150',
              tab.path === current ? 'text-gold' : 'text-t3',
            )}
          />
        ))}
      </div>
    </nav>
  )
}

type RailProps = TabsProps & {
  readonly brand: string
  /** The displayed page is the tab itself, not one below it. */
  readonly exact: boolean
  readonly foot?: ReactNode
}

/** Rail from 900 px on: tabs beside the page, brand above, and a line about the reserves at its foot. */
export const Rail = ({ tabs, current, exact, label, brand, foot, onSelect }: RailProps) => (
  <nav
    aria-label={label}
    className="fixed inset-y-0 left-0 z-20 flex w-(--rail) flex-col gap-1 overflow-y-auto border-r border-line bg-s1/70 px-3.5 py-5.5"
  >
    <p className="mb-4 flex items-center gap-2.5 px-2 leading-tight font-semibold tracking-[.02em]">
      <Mark />
      {brand}
    </p>
    {tabs.map((tab) => {
      const on = tab.path === current
      return (
        <TabLink
          key={tab.path}
          tab={tab}
          here={on && exact}
          onSelect={onSelect}
          className={cx(
            'flex min-h-11 shrink-0 items-center gap-3 rounded-12 px-3 text-14 transition-colors duration-150',
            on ? 'bg-gold-soft font-semibold text-t1' : 'text-t2 hover:bg-s2',
          )}
        />
      )
    })}
    {foot ? <div className="mt-auto pt-4">{foot}</div> : null}
  </nav>
)

type TabLinkProps = {
  readonly tab: Tab
  readonly here: boolean
  readonly className: string
  readonly onSelect: (path: string) => void
}

const TabLink = ({ tab: { path, label, icon }, here, className, onSelect }: TabLinkProps) => (
  <a
    href={`#${path}`}
    aria-current={here ? 'page' : undefined}
    onClick={(event) => {
      event.preventDefault()
      onSelect(path)
    }}
    className={className}
  >
    <Icon name={icon} size={22} />
    <span className="max-w-full text-center wrap-break-word">{label}</span>
  </a>
)
