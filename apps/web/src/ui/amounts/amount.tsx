import { splitAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import type { CSSProperties } from 'react'
import { cx } from '../cx.ts'

const sizes = {
  hero: { number: 'font-semibold', token: 'text-16 ml-1.5 font-medium' },
  lg: { number: 'font-semibold', token: 'text-12 ml-1' },
  md: { number: 'text-16 font-semibold', token: 'text-12 ml-1' },
  sm: { number: 'text-14', token: 'text-12 ml-1' },
}
/** Digits of a line; longer amounts break instead of leaving their card. */
const LINE_DIGITS = 26
const CENTS = 2
const tones = { in: 'text-in', out: 'text-out', plain: '' }

export type AmountProps = {
  /** Base units of the token. */
  readonly value: bigint
  readonly token?: string
  /** Decimals of the token; default 18. */
  readonly decimals?: number
  /** Maximum of decimals; the rest is cut, never rounded up. */
  readonly maxDecimals?: number
  /** Minimum of decimals; 0 by default. */
  readonly minDecimals?: number
  readonly size?: keyof typeof sizes
  /** Shows `+` for positive amounts. A minus is always shown. */
  readonly signed?: boolean
  readonly tone?: keyof typeof tones
  /** Keeps trailing zeros, so that a changing number keeps its width. */
  readonly fixed?: boolean
  readonly className?: string
}

/**
 * Font size of a hero number: 2.5rem, or less to fit its line; digits are up to 0.64 em wide (SF, DejaVu).
 * tokens.css repeats it for the document's skeleton.
 */
export const heroFontSize = (digits: number): string =>
  `clamp(min(1.25rem, 20px), calc((var(--column) - 36px - 3rem) / ${(digits * 0.64).toFixed(2)}), 2.5rem)`

const heroSize = (digits: number): CSSProperties => ({ fontSize: heroFontSize(digits), lineHeight: 1.15 })

/** Large number in a card: smaller only if it would not fit its line, `--amount-width` wide if that is set. */
const largeSize = (digits: number): CSSProperties => ({
  fontSize: `min(1.75rem, calc(var(--amount-width, (var(--column) - 112px)) / ${(digits * 0.64).toFixed(2)}))`,
  lineHeight: 1.2,
})

const sizeStyles: Partial<Record<keyof typeof sizes, (digits: number) => CSSProperties>> = {
  hero: heroSize,
  lg: largeSize,
}

/**
 * Formatted amount: integer part emphasised, fraction dimmed, token beside; tabular figures. Only this
 * component formats money.
 */
export const Amount = ({
  value,
  token,
  decimals = TOKEN_DECIMALS,
  maxDecimals = 8,
  minDecimals = 0,
  size = 'md',
  signed = false,
  tone = 'plain',
  fixed = false,
  className,
}: AmountProps) => {
  const { sign, whole, fraction } = splitAmount(value, { decimals, maxDecimals })
  // As in `formatWorth`: the sign in front, and the cents.
  const isUsd = token === 'USD'
  const digitsMin = isUsd ? CENTS : minDecimals
  const shown = fraction.padEnd(fixed ? Math.min(maxDecimals, decimals) : digitsMin, '0')
  const mark = sign === '-' ? '−' : signed && value > 0n ? '+' : ''
  const style = sizes[size]
  const digits = whole.length + shown.length
  const tooLong = digits > LINE_DIGITS
  const dim = size === 'hero' || size === 'lg' ? (tone === 'plain' ? 'text-t3' : 'opacity-80') : ''
  // Each text is the only child of its element: a page translation replaces text nodes, and siblings would
  // not be updated.
  return (
    <span
      translate="no"
      style={sizeStyles[size]?.(Math.min(digits, LINE_DIGITS) + (isUsd ? 2 : 1))}
      className={cx(
        'num',
        tooLong ? 'wrap-anywhere' : 'whitespace-nowrap',
        style.number,
        tones[tone],
        className,
      )}
    >
      {/* The point is part of the emphasised text. */}
      <span>{`${mark}${isUsd ? '$' : ''}${whole}${shown && '.'}`}</span>
      {shown && <span className={dim}>{shown}</span>}
      {token && !isUsd ? <span className={cx('tracking-normal text-t2', style.token)}>{token}</span> : null}
    </span>
  )
}
