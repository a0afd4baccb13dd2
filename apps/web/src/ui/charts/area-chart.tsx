import { useId } from 'react'
import { DataTable } from './data-table.tsx'
import { type Point, place } from './scale.ts'

type ChartProps = {
  readonly title: string
  readonly head: readonly [string, string]
  readonly points: readonly Point[]
  readonly fromZero?: boolean
}
const WIDTH = 320
const HEIGHT = 96

/** A line over a soft area; the exact figures stand in the table behind it. */
export function AreaChart({ title, head, points, fromZero = true }: ChartProps) {
  const fill = useId()
  const line = place(points, WIDTH, HEIGHT - 4, fromZero)
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(y + 2).toFixed(1)}`)
    .join('')
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full text-gold"
        aria-hidden="true"
      >
        <defs>
          <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity=".28" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0" />
          </linearGradient>
        </defs>
        <path d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z`} fill={`url(#${fill})`} />
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
        />
      </svg>
      <figcaption className="num mt-1.5 flex justify-between text-12 text-t2">
        <span>{points[0]?.label}</span>
        <span className="sr-only">{title}</span>
        <span>{points.at(-1)?.label}</span>
      </figcaption>
      <DataTable title={title} head={head} points={points} />
    </figure>
  )
}
