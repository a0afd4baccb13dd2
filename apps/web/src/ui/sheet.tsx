import { Drawer } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import { useUiTexts } from './texts.tsx'

export type SheetProps = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
  /** Stays in the thumb's reach under the scrolling content. */
  readonly footer?: ReactNode
  /** False while something irrevocable is under way: only the close button closes. */
  readonly dismissible?: boolean
}

/** A panel from the bottom: focus kept inside, Escape, swipe and the scrim close it. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  dismissible = true,
}: SheetProps) {
  const texts = useUiTexts()
  return (
    <Drawer.Root
      open={open}
      disablePointerDismissal={!dismissible}
      onOpenChange={(next, details) => {
        if (!next && !dismissible && details.reason !== 'close-press') return details.cancel()
        onOpenChange(next)
      }}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-30 min-h-dvh bg-(--scrim) opacity-[calc(1-var(--drawer-swipe-progress,0))] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
          <Drawer.Popup className="column flex max-h-[92dvh] flex-col rounded-t-24 border border-b-0 border-line2 bg-s1 text-t1 shadow-card outline-none transition-transform duration-[220ms] ease-out [transform:translateY(var(--drawer-swipe-movement-y,0))] data-ending-style:[transform:translateY(102%)] data-starting-style:[transform:translateY(102%)] data-swiping:duration-0 data-swiping:select-none">
            <div className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-6 bg-line2" aria-hidden="true" />
            <div className="flex shrink-0 items-center gap-2 pt-1 pr-2 pl-5">
              <Drawer.Title className="min-w-0 flex-1 text-20 font-semibold">{title}</Drawer.Title>
              <Drawer.Close aria-label={texts.close} className="grid size-11 place-items-center text-t2">
                <Icon name="close" />
              </Drawer.Close>
            </div>
            <Drawer.Content
              className={`min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 ${footer ? 'pb-4' : 'pb-[calc(20px+env(safe-area-inset-bottom))]'}`}
            >
              {description ? (
                <Drawer.Description className="mb-3 text-14 text-t2">{description}</Drawer.Description>
              ) : null}
              {children}
            </Drawer.Content>
            {footer ? (
              <div className="flex shrink-0 flex-col gap-2 border-t border-line px-5 pt-3 pb-[calc(16px+env(safe-area-inset-bottom))]">
                {footer}
              </div>
            ) : null}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
