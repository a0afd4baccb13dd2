import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

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

export type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: keyof typeof variants
  readonly size?: keyof typeof sizes
  /** Work is under way: the button stays focusable and says so, but does nothing. */
  readonly busy?: boolean
}

/** The one button. Its target is at least 44 px tall in both sizes. */
export function Button({
  variant = 'quiet',
  size = 'md',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={cx(
        'inline-flex items-center justify-center gap-2 py-1.5 font-semibold leading-tight select-none',
        'transition-[filter,transform,opacity] duration-150 active:scale-[.98] disabled:opacity-45 disabled:active:scale-100',
        variants[variant],
        sizes[size],
        className,
      )}
      {...rest}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
}
