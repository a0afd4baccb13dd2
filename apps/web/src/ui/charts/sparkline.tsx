import { type Point, place } from './scale.ts'

/** A trend in the space of a word; decorative, the figure stands beside. */
export function Sparkline({
  points,
  width = 72,
  height = 24,
}: {
  readonly points: readonly Point[]
  readonly width?: number
  readonly height?: number
}) {
  const line = place(points, width, height - 2, false)
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(y + 1).toFixed(1)}`)
    .join('')
  return (
    <svg width={width} height={height} aria-hidden="true" className="text-gold">
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
