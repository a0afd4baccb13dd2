import type { ReactNode } from 'react'
import { Skeleton } from '../status/skeleton.tsx'

export type Tile = {
  readonly label: string
  /** Undefined while loading; null when unavailable (shown as a dash, never as 0). */
  readonly value: ReactNode | undefined | null
  readonly onClick?: () => void
}

/** Two or three figures in a row, separated by hairlines; below each other for large text. */
export const Tiles = ({ items }: { readonly items: readonly Tile[] }) => {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] overflow-hidden rounded-20 border border-line bg-s1">
      {items.map(({ label, value, onClick }) => (
        <div
          key={label}
          // Aligns the figures, whether labels take one line or two.
          className="relative row-span-2 grid min-w-0 grid-rows-subgrid px-3.5 py-3 not-first:border-l not-first:border-line"
        >
          <dt className="text-12 text-t2 hyphens-auto">{label}</dt>
          <dd className="num mt-px text-16 font-semibold break-words">
            {value === undefined ? <Skeleton className="my-1 h-4 w-14" /> : (value ?? '—')}
          </dd>
          {onClick ? (
            <button
              type="button"
              aria-label={label}
              onClick={onClick}
              className="absolute inset-0 rounded-16"
            />
          ) : null}
        </div>
      ))}
    </dl>
  )
}
