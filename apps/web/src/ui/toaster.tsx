import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { type ToastCall, toasts } from './toast.ts'

const COLOURS: Record<ToastCall['kind'], string> = {
  plain: 'text-t1',
  success: 'text-in',
  error: 'text-out',
}

/**
 * Where toasts stand: in the middle on top, as wide as their words; a tap takes one away. In the body itself: an open
 * sheet hides the app behind it from assistive technology, and would hide a region inside the app too.
 */
export function Toaster({ label }: { readonly label: string }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get)
  return createPortal(
    <section
      aria-label={label}
      aria-live="polite"
      className="column pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+64px)] z-50 flex flex-col items-center gap-2 px-4"
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
    document.body,
  )
}
