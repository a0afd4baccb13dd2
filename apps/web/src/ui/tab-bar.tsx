import { cx } from './cx.ts'
import { Icon, type IconName } from './icons.tsx'

type Tab = { readonly path: string; readonly label: string; readonly icon: IconName }
type TabBarProps = {
  readonly tabs: readonly Tab[]
  readonly current: string
  readonly label: string
  readonly onSelect: (path: string) => void
}

/** The five rooms of the app, in the thumb's reach. */
export function TabBar({ tabs, current, label, onSelect }: TabBarProps) {
  return (
    <nav
      data-bar
      aria-label={label}
      className="column fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line bg-bg/97 px-2 pb-[max(12px,env(safe-area-inset-bottom))] backdrop-blur-md"
    >
      {tabs.map(({ path, label: name, icon }) => {
        const on = path === current
        return (
          <a
            key={path}
            href={`#${path}`}
            aria-current={on ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              onSelect(path)
            }}
            className={cx(
              'flex min-h-14 flex-col items-center justify-center gap-0.5 text-12 leading-tight transition-colors duration-150',
              on ? 'text-gold' : 'text-t3',
            )}
          >
            <Icon name={icon} size={22} />
            <span className="max-w-full text-center wrap-anywhere">{name}</span>
          </a>
        )
      })}
    </nav>
  )
}
