import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export type ReceiptRow = {
  readonly label: string
  readonly value: ReactNode
  readonly tone?: 'in' | 'out' | 'plain'
  /** A total: with a line above. */
  readonly total?: boolean
}
const tones = { in: 'text-in', out: 'text-out', plain: '' }

/**
 * Rows with label left and value right. A long label wraps within at least half the width; only if that is
 * not enough the value moves below.
 */
export const Receipt = ({ rows }: { readonly rows: readonly ReceiptRow[] }) => (
  <dl className="rounded-16 border border-line bg-s2 px-4 py-2">
    {rows.map(({ label, value, tone = 'plain', total = false }) => (
      <div
        key={label}
        className={cx(
          'flex flex-wrap items-baseline justify-between gap-x-4 py-1.5 text-14',
          total && 'mt-1 border-t border-line pt-2.5',
        )}
      >
        <dt className="max-w-max shrink-0 grow basis-1/2 text-t2">{label}</dt>
        <dd
          className={cx('num ml-auto min-w-0 text-right break-words', tones[tone], total && 'font-semibold')}
        >
          {value}
        </dd>
      </div>
    ))}
  </dl>
)
