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
 * Shows the region as a popover; without popovers (Safari before 17) it stays at the panel's top. In its
 * own task: it makes the browser compute all styles, which must not delay the first paint.
 */
const showAbove = (region: HTMLElement | null): void => {
  setTimeout(() => {
    if (region?.isConnected) region.showPopover?.()
  })
}

const BAR_PX = 64

/** Pixels by which lines above the bar have moved it down, so that the account in it stays visible. */
const belowBar = (): number =>
  Math.max(0, (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0) + 8 - BAR_PX)

/**
 * Toasts at the top centre; a tap dismisses one. Inside the topmost sheet while one is open, since
 * everything else is inert; as a popover it is above the sheet, and does not move with it.
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
