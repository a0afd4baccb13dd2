import { PERMILLE } from '@dr/protocol/constants'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const tones = {
  gold: 'bg-gold-fill',
  'gold-half': 'bg-gold-fill opacity-50',
  in: 'bg-in',
  'in-half': 'bg-in opacity-50',
  out: 'bg-out',
  quiet: 'bg-t3',
  off: 'bg-t3 opacity-50',
}

export type SharePart = {
  readonly label: string
  /** For drawing only; any unit, the same for all parts. */
  readonly size: bigint
  /** Text beside the label. */
  readonly value: ReactNode
  readonly tone: keyof typeof tones
}

/** A whole in its parts: a bar, and a list with the exact figures. */
export const ShareBar = ({
  label,
  parts,
}: {
  readonly label: string
  readonly parts: readonly SharePart[]
}) => {
  const whole = parts.reduce((sum, { size }) => sum + size, 0n)
  return (
    <div>
      <div className="flex h-2 gap-1 overflow-hidden rounded-6" aria-hidden="true">
        {whole === 0n ? (
          <span className="flex-1 rounded-6 bg-s3" />
        ) : (
          parts
            .map((part) => ({ ...part, share: Number((part.size * PERMILLE) / whole) }))
            // What would not be a pixel wide is in the list alone: a stub of the least width would be read as more.
            .filter(({ share }) => share > 0)
            .map(({ label: name, share, tone }) => (
              <span
                key={name}
                className={cx('min-w-1 rounded-6 transition-[flex-grow] duration-200', tones[tone])}
                style={{ flexGrow: share, flexBasis: 0 }}
              />
            ))
        )}
      </div>
      <dl aria-label={label} className="mt-2.5 flex flex-col gap-1">
        {parts.map(({ label: name, value, tone }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 text-14">
            <dt className="flex items-center gap-2 text-t2">
              <span className={cx('size-2 shrink-0 rounded-6', tones[tone])} aria-hidden="true" />
              {name}
            </dt>
            <dd className="num ml-auto text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
