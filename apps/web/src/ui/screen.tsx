import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type ScreenProps = {
  readonly children: ReactNode
  /** The bar on top. */
  readonly nav: ReactNode
  /** What stays in the thumb's reach above the tab bar or the screen's lower edge. */
  readonly footer?: ReactNode
  /** Room for the tab bar. */
  readonly tabs?: boolean
}

/** One page: bar, content on the 16-pixel margins, an optional fixed main action. */
export function Screen({ children, nav, footer, tabs = false }: ScreenProps) {
  return (
    <>
      {nav}
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          'flex flex-col gap-3 px-4 pt-1 outline-none',
          tabs
            ? 'pb-[calc(92px+env(safe-area-inset-bottom))]'
            : 'pb-[calc(24px+env(safe-area-inset-bottom))]',
          footer ? 'pb-[calc(112px+env(safe-area-inset-bottom))]' : '',
        )}
      >
        {children}
      </main>
      {footer ? (
        <div className="column fixed inset-x-0 bottom-0 z-20 border-t border-line bg-bg/90 px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] backdrop-blur-md">
          {footer}
        </div>
      ) : null}
    </>
  )
}
