import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName, Mark } from '../pictures/icons.tsx'
import { useUiTexts } from '../text/texts.tsx'

type NavBarProps = {
  readonly title: string
  /** Shows the product's mark before the title (home). */
  readonly brand?: boolean
  /** Shows the back button. */
  readonly onBack?: (() => void) | undefined
  readonly onMenu?: (() => void) | undefined
  /** Pills on the right. */
  readonly children?: ReactNode
}

/** Navigation bar: back button or mark, title, pills, menu. */
export const NavBar = ({ title, brand = false, onBack, onMenu, children }: NavBarProps) => {
  const texts = useUiTexts()
  return (
    <header className="sticky top-0 z-20 nav-ground pt-[env(safe-area-inset-top)]">
      <div className="flex min-h-14 flex-wrap items-center gap-2 px-4">
        {onBack ? (
          <button
            type="button"
            aria-label={texts.back}
            onClick={onBack}
            className="-ml-3 grid size-11 shrink-0 place-items-center text-t1"
          >
            <Icon name="back" size={22} />
          </button>
        ) : null}
        {brand ? (
          <span className="wide:hidden">
            <Mark />
          </span>
        ) : null}
        <h1
          className={
            brand
              ? 'min-w-min flex-1 leading-tight font-semibold tracking-[.02em] break-keep wide:min-h-6'
              : cx(
                  'min-w-min flex-1 py-2 text-16 leading-tight font-semibold break-keep two:text-20',
                  onBack ? 'max-[379px]:text-14' : 'max-[379px]:text-14 min-[400px]:text-20',
                )
          }
        >
          {/* On a wide screen the rail shows it. */}
          <span className={brand ? 'wide:sr-only' : undefined}>{title}</span>
        </h1>
        <div className="ml-auto flex items-center gap-1">
          {children}
          {onMenu ? (
            <button
              type="button"
              aria-label={texts.menu}
              onClick={onMenu}
              className="-mr-3 grid size-11 shrink-0 place-items-center text-t2"
            >
              <Icon name="menu" size={22} />
            </button>
          ) : null}
        </div>
      </div>
    </header>
  )
}

/** Link to another page, beside the account: an icon on a phone, text on wider screens. */
export const NavLink = ({
  icon,
  label,
  onClick,
}: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}) => (
  <button
    type="button"
    onClick={onClick}
    className="-my-1.5 inline-flex h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap text-12 text-t2 two:px-2"
  >
    <Icon name={icon} size={20} />
    <span className="sr-only two:not-sr-only">{label}</span>
  </button>
)

/** A small rounded button in the bar. */
export const NavPill = ({
  onClick,
  children,
}: {
  readonly onClick: () => void
  readonly children: ReactNode
}) => (
  <button
    type="button"
    onClick={onClick}
    className="tap num inline-flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-16 border border-line bg-s2 px-3 text-12 text-t2"
  >
    {children}
  </button>
)
