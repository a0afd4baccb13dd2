import type { ReactNode } from 'react'

/**
 * The main action of a page without tabs, fixed in the thumb's reach, with its own room in the flow; on a
 * wide screen it is part of the flow.
 */
export const BottomBar = ({ children }: { readonly children: ReactNode }) => (
  <>
    <div className="h-20 shrink-0 wide:hidden" aria-hidden="true" />
    <div
      data-bar
      className="column fixed inset-x-0 bottom-0 z-10 flex flex-col border-t border-line bg-bg px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] wide:static wide:max-w-none wide:border-0 wide:bg-transparent wide:p-0"
    >
      {children}
    </div>
  </>
)
