import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../status/spinner.tsx'

const variants = {
  primary: 'gold-fill',
  quiet: 'bg-s3 text-t1',
  accent: 'bg-s3 text-gold',
  ghost: 'text-t2',
  danger: 'bg-out-soft text-out',
}
const sizes = {
  md: 'min-h-12 rounded-16 px-4 text-16',
  sm: 'min-h-9 rounded-12 px-3.5 text-14 tap',
}

/** Milliseconds from a tap until its work sets `busy`; the rest of a double tap falls into them. */
const UNTIL_BUSY_MS = 50

export type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: keyof typeof variants
  readonly size?: keyof typeof sizes
  /**
   * Work is in progress: the button stays focusable and announces it, but does nothing. With this set, a
   * double tap counts once.
   */
  readonly busy?: boolean
}

/** Button, with a target of at least 44 px in both sizes. */
export const Button = ({
  variant = 'quiet',
  size = 'md',
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) => {
  const taken = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A change of `busy` ends the wait: a wallet may reject quickly, and be asked again at once.
  useEffect(() => {
    if (busy === undefined) return
    clearTimeout(taken.current)
    taken.current = undefined
  }, [busy])
  const press = (event: MouseEvent<HTMLButtonElement>): void => {
    // Otherwise a form's button would submit it.
    if (busy || taken.current !== undefined) {
      event.preventDefault()
      return
    }
    if (busy !== undefined) {
      taken.current = setTimeout(() => {
        taken.current = undefined
      }, UNTIL_BUSY_MS)
    }
    onClick?.(event)
  }
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={cx(
        'inline-flex items-center justify-center gap-2 py-1.5 font-semibold leading-tight select-none',
        'transition-[filter,transform,opacity] duration-150 active:scale-[.98] disabled:unavailable disabled:active:scale-100',
        variants[variant],
        sizes[size],
        className,
      )}
      {...rest}
    >
      {busy ? <Spinner /> : null}
      {/* A separate element: React cannot insert the spinner beside a translated text. */}
      <span className="contents">{children}</span>
    </button>
  )
}
