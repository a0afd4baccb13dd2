import { type PointerEvent, useId, useState } from 'react'
import { cx } from '../cx.ts'
import { DataTable } from './data-table.tsx'
import { type Edges, fromZero, nearest, type Point, place } from './scale.ts'

type ChartProps = {
  readonly title: string
  readonly head: readonly [string, string]
  readonly points: readonly Point[]
  /** Taller by half. */
  readonly tall?: boolean
  /** Values of the top and the bottom edge, shown there; by default from zero to the highest value. */
  readonly axis?: Edges & { readonly highText: string; readonly lowText: string }
  /** Touch or mouse reads the nearest point. */
  readonly scrub?: boolean
}
const WIDTH = 320
const HEIGHT = 96
const EDGE = 2

/** A line over a soft area; a table behind it has the exact figures. */
export const AreaChart = (props: ChartProps) => {
  const { title, head, points, axis = fromZero(points), tall = false, scrub = false } = props
  const [read, setRead] = useState<number | null>(null)
  const shown = read === null ? undefined : points[read]
  const places = place(points, WIDTH, HEIGHT - 2 * EDGE, axis)
  const at = read === null ? undefined : places[read]
  const touch = (event: PointerEvent<HTMLDivElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setRead(nearest((event.clientX - left) / width, points.length))
  }
  const reading = scrub
    ? {
        onPointerDown: touch,
        onPointerMove: touch,
        onPointerLeave: () => setRead(null),
        onPointerCancel: () => setRead(null),
      }
    : {}
  return (
    <figure>
      <div className={cx('relative touch-pan-y', tall ? 'h-36' : 'h-24')} {...reading}>
        <Area points={places} />
        <Axis high={axis.highText} low={axis.lowText} />
        {at ? <Marker x={at.x / WIDTH} y={(at.y + EDGE) / HEIGHT} /> : null}
      </div>
      <figcaption className="num mt-1.5 flex justify-between gap-2 text-12 text-t2">
        {shown ? (
          <>
            <span>{shown.label}</span>
            <span className="font-semibold text-t1">{shown.text}</span>
          </>
        ) : (
          <>
            <span>{points[0]?.label}</span>
            <span className="sr-only">{title}</span>
            <span>{points.at(-1)?.label}</span>
          </>
        )}
      </figcaption>
      <DataTable title={title} head={head} points={points} />
    </figure>
  )
}

const Area = ({ points }: { readonly points: readonly { readonly x: number; readonly y: number }[] }) => {
  const fill = useId()
  const line = points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(y + EDGE).toFixed(1)}`)
    .join('')
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="size-full text-gold-line"
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
  )
}

/** Hairlines at both edges with their figures; hidden from screen readers, since the table has the same. */
const Axis = ({ high, low }: { readonly high: string; readonly low: string }) => {
  const label = 'num absolute left-0 rounded-6 bg-s1/80 pr-1.5 text-12 text-t2'
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 border-y border-dashed border-line2"
    >
      <span className={cx(label, 'top-0.5')}>{high}</span>
      <span className={cx(label, 'bottom-0.5')}>{low}</span>
    </div>
  )
}

/** Position of the touched point, as shares of width and height. */
const Marker = ({ x, y }: { readonly x: number; readonly y: number }) => (
  <div aria-hidden="true" className="pointer-events-none absolute inset-0">
    <span className="absolute inset-y-0 w-px bg-line2" style={{ left: `${x * 100}%` }} />
    <span
      className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-8 border-2 border-s1 bg-gold-line"
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
    />
  </div>
)
