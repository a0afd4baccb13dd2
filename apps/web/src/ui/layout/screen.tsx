import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

type ScreenProps = {
  readonly children: ReactNode
  readonly nav: ReactNode
  /** Reserves space for the tab bar. */
  readonly tabs?: boolean
}

/** One page: bar, and content with 16-pixel margins. */
export const Screen = ({ children, nav, tabs = false }: ScreenProps) => {
  return (
    <>
      {nav}
      <main
        id="main"
        tabIndex={-1}
        className={cx(
          'flex flex-col gap-3 px-4 pt-1 outline-none two:gap-4 wide:pb-10',
          tabs
            ? 'pb-[calc(44px+3rem+env(safe-area-inset-bottom))]'
            : 'pb-[calc(24px+env(safe-area-inset-bottom))]',
          // Reserved space, so that floating content never covers the page's end.
          'group-has-data-floating:after:h-14 group-has-data-floating:after:shrink-0',
        )}
      >
        {children}
      </main>
    </>
  )
}
