import type { ReactNode } from 'react'

type RingProps = {
  /** Remaining share, 0 to 1. */
  readonly value: number
  readonly size?: number
  readonly tone?: 'gold' | 'in' | 'out' | 'off'
  readonly children?: ReactNode
}
const tones = { gold: 'text-gold-fill', in: 'text-in', out: 'text-out', off: 'text-t3' }

/** A ring around a picture: remaining days of electricity. Decorative, the text beside has the days. */
export const Ring = ({ value, size = 84, tone = 'gold', children }: RingProps) => {
  const share = Math.min(1, Math.max(0, value))
  const radius = 39
  const length = 2 * Math.PI * radius
  return (
    <span className="relative inline-grid shrink-0 place-items-center" style={{ width: size, height: size }}>
      <svg
        viewBox="0 0 84 84"
        width={size}
        height={size}
        aria-hidden="true"
        className={`absolute inset-0 -rotate-90 ${tones[tone]}`}
      >
        <circle cx="42" cy="42" r={radius} fill="none" stroke="var(--s3)" strokeWidth="3" />
        {share > 0 ? (
          <circle
            cx="42"
            cy="42"
            r={radius}
            fill="none"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
            strokeDasharray={`${length * share} ${length}`}
            className="transition-[stroke-dasharray] duration-200"
          />
        ) : null}
      </svg>
      {children}
    </span>
  )
}
