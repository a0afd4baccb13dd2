import { splitAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import type { CSSProperties } from 'react'
import { cx } from '../cx.ts'

const sizes = {
  hero: { number: 'font-semibold', token: 'text-16 ml-1.5 font-medium' },
  lg: { number: 'font-semibold', token: 'text-12 ml-1' },
  md: { number: 'text-16 font-semibold', token: 'text-12 ml-1' },
  sm: { number: 'text-14', token: 'text-12 ml-1' },
}
/** What was typed may be longer than a line: then it breaks, and leaves its card nowhere. */
const LINE_DIGITS = 26
const CENTS = 2
const tones = { in: 'text-in', out: 'text-out', plain: '' }

export type AmountProps = {
  /** Base units of the token. */
  readonly value: bigint
  readonly token?: string
  /** Decimals of the token; default 18. */
  readonly decimals?: number
  /** Decimals shown at most; the rest is cut, never rounded up. */
  readonly maxDecimals?: number
  /** Decimals shown at least; 0 by default. */
  readonly minDecimals?: number
  readonly size?: keyof typeof sizes
  /** Shows `+` in front of what came in. A minus always shows. */
  readonly signed?: boolean
  readonly tone?: keyof typeof tones
  /** Digits kept even when zero, so that a moving number keeps its width. */
  readonly fixed?: boolean
  readonly className?: string
}

/**
 * A hero number is as large as 2.5rem and as small as its line needs: digits are up to 0.64 em wide (SF,
 * DejaVu). tokens.css says the same of the document's skeleton.
 */
export const heroFontSize = (digits: number): string =>
  `clamp(min(1.25rem, 20px), calc((var(--column) - 36px - 3rem) / ${(digits * 0.64).toFixed(2)}), 2.5rem)`

const heroSize = (digits: number): CSSProperties => ({ fontSize: heroFontSize(digits), lineHeight: 1.15 })

/** A large number in a card keeps its size where it fits, and its line where text is enlarged. */
const largeSize = (digits: number): CSSProperties => ({
  fontSize: `min(1.75rem, calc((var(--column) - 112px) / ${(digits * 0.64).toFixed(2)}))`,
  lineHeight: 1.2,
})

const sizeStyles: Partial<Record<keyof typeof sizes, (digits: number) => CSSProperties>> = {
  hero: heroSize,
  lg: largeSize,
}

/** Money: whole part loud, fraction dimmer, token beside; tabular figures. It formats, no one else does. */
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
  // As `formatWorth` writes it: the sign in front, and the cents.
  const isUsd = token === 'USD'
  const digitsMin = isUsd ? CENTS : minDecimals
  const shown = fraction.padEnd(fixed ? Math.min(maxDecimals, decimals) : digitsMin, '0')
  const mark = sign === '-' ? '−' : signed && value > 0n ? '+' : ''
  const style = sizes[size]
  const digits = whole.length + shown.length
  const tooLong = digits > LINE_DIGITS
  const dim = size === 'hero' || size === 'lg' ? (tone === 'plain' ? 'text-t3' : 'opacity-80') : ''
  // Each text is the only one of its element: where a page is translated, its node is another's, and a text
  // beside others would stay as it was.
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
      {/* The point belongs to the loud part, as in the look. */}
      <span>{`${mark}${isUsd ? '$' : ''}${whole}${shown && '.'}`}</span>
      {shown && <span className={dim}>{shown}</span>}
      {token && !isUsd ? <span className={cx('tracking-normal text-t2', style.token)}>{token}</span> : null}
    </span>
  )
}
