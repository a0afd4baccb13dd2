import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  gold: 'bg-gold-soft text-gold',
  in: 'bg-in-soft text-in',
  out: 'bg-out-soft text-out',
  off: 'bg-s3 text-t2',
}
export type Tone = keyof typeof tones

/** A state in one or two words; its colour only supports the text. */
export const Chip = ({
  tone = 'gold',
  wraps = false,
  children,
}: {
  readonly tone?: Tone
  /** Long text breaks instead of leaving its card. */
  readonly wraps?: boolean
  readonly children: ReactNode
}) => (
  <span
    className={cx(
      'inline-block shrink-0 rounded-8 px-2 py-px text-12',
      wraps ? 'max-w-full' : 'whitespace-nowrap',
      tones[tone],
    )}
  >
    {children}
  </span>
)
