import type { ReactNode } from 'react'

/**
 * Main action of a page without tabs, fixed at the bottom with reserved space; part of the flow in two
 * columns.
 */
export const BottomBar = ({ children }: { readonly children: ReactNode }) => (
  <>
    <div className="h-20 shrink-0 two:hidden" aria-hidden="true" />
    <div
      data-bar
      className="column fixed inset-x-0 bottom-0 z-10 flex flex-col border-t border-line bg-bg px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] two:static two:max-w-none two:border-0 two:bg-transparent two:p-0"
    >
      {children}
    </div>
  </>
)
