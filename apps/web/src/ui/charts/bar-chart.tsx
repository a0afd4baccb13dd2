import { DataTable } from './data-table.tsx'
import type { Point } from './scale.ts'

type ChartProps = {
  readonly title: string
  readonly head: readonly [string, string]
  readonly points: readonly Point[]
}

/** Maximum number of bars with a label each; more have only the first and the last. */
const LABELLED_MAX = 4

/** Bar chart of limited bar width, the highest with its figure; a table behind it has the exact figures. */
export const BarChart = ({ title, head, points }: ChartProps) => {
  const high = Math.max(...points.map(({ value }) => value), 0) || 1
  const highest = points.find(({ value }) => value === high)
  const few = points.length <= LABELLED_MAX
  return (
    <figure>
      {highest ? (
        <p className="num border-b border-dashed border-line2 text-12 text-t2" aria-hidden="true">
          {highest.edge ?? highest.text}
        </p>
      ) : null}
      <div className="flex h-20 items-end gap-1" aria-hidden="true">
        {points.map(({ label, value }) => (
          <span key={label} className="flex h-full min-w-0 flex-1 items-end justify-center">
            <span
              className={`w-full max-w-9 rounded-6 ${value > 0 ? 'bg-gold-fill' : 'bg-s3'}`}
              style={{ height: `max(3px, ${(value / high) * 100}%)` }}
            />
          </span>
        ))}
      </div>
      <figcaption className="num mt-1.5 flex justify-between gap-1 text-12 text-t2">
        <span className="sr-only">{title}</span>
        {(few ? points : [points[0], points.at(-1)]).map((point, index) => (
          <span
            key={point?.label ?? index}
            className={few ? 'min-w-0 flex-1 text-center wrap-anywhere' : undefined}
          >
            {point?.label}
          </span>
        ))}
      </figcaption>
      <DataTable title={title} head={head} points={points} />
    </figure>
  )
}
