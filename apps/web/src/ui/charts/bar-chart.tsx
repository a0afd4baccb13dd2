import { DataTable } from './data-table.tsx'
import type { Point } from './scale.ts'

type ChartProps = {
  readonly title: string
  readonly head: readonly [string, string]
  readonly points: readonly Point[]
}

/** Bars with first and last label; the exact figures stand in the table behind it. */
export function BarChart({ title, head, points }: ChartProps) {
  const high = Math.max(...points.map(({ value }) => value), 0) || 1
  return (
    <figure>
      <div className="flex h-20 items-end gap-1" aria-hidden="true">
        {points.map(({ label, value }) => (
          <span
            key={label}
            className={`min-w-0 flex-1 rounded-6 ${value > 0 ? 'bg-gold' : 'bg-s3'}`}
            style={{ height: `max(3px, ${(value / high) * 100}%)` }}
          />
        ))}
      </div>
      <figcaption className="num mt-1.5 flex justify-between text-12 text-t2">
        <span>{points[0]?.label}</span>
        <span className="sr-only">{title}</span>
        <span>{points.at(-1)?.label}</span>
      </figcaption>
      <DataTable title={title} head={head} points={points} />
    </figure>
  )
}
