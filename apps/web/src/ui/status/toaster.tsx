import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../cx.ts'
import { useTopLayer } from '../sheet/top-layer.ts'
import { type ToastCall, toasts } from './toast.ts'

const COLOURS: Record<ToastCall['kind'], string> = {
  plain: 'text-t1',
  success: 'text-in',
  error: 'text-out',
}

/**
 * Where there are no popovers yet (Safari before 17), it is at the panel's top. In a task of its own: it
 * has the browser work out every style at once, which the app's first drawing need not wait for.
 */
const showAbove = (region: HTMLElement | null): void => {
  setTimeout(() => {
    if (region?.isConnected) region.showPopover?.()
  })
}

const BAR_PX = 64

/** Pixels to go down where lines above it have moved the page's bar: what it shows of the account stays seen. */
const belowBar = (): number =>
  Math.max(0, (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + 8 - BAR_PX)

/**
 * Where toasts are: in the middle on top, as wide as their words; a tap takes one away. In the topmost
 * sheet while one is open, since all else is inert then; above it, and not moved with it, as a popover.
 */
export const Toaster = ({ label }: { readonly label: string }) => {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get)
  return createPortal(
    <section
      ref={showAbove}
      popover="manual"
      aria-label={label}
      aria-live="polite"
      style={shown.length > 0 ? { marginTop: belowBar() } : undefined}
      className="column pointer-events-none fixed right-0 left-(--rail) top-[calc(env(safe-area-inset-top)+64px)] bottom-auto z-50 flex flex-col items-center gap-2 overflow-visible bg-transparent px-4 text-t1"
    >
      {shown.map(({ id, kind, text }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: it goes by itself after two seconds; the tap only hurries it
        <p
          key={id}
          data-toast={kind}
          onClick={() => toasts.dismiss(id)}
          className={cx(
            'pointer-events-auto animate-[rise_200ms_ease-out] max-w-full rounded-16 border border-line2 bg-s3 px-4 py-3 text-14 shadow-card',
            COLOURS[kind],
          )}
        >
          {text}
        </p>
      ))}
    </section>,
    useTopLayer(),
  )
}
