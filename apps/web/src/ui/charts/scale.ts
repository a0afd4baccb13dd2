export type Point = {
  /** Shown under the axis and in the table. */
  readonly label: string
  /** For drawing only. */
  readonly value: number
  /** For reading: the exact figure. */
  readonly text: string
}

/** Places in a box of the given size; the floor is zero unless every value lies far above it. */
export function place(points: readonly Point[], width: number, height: number, fromZero = true) {
  const values = points.map(({ value }) => value)
  const high = Math.max(...values, 0)
  const low = fromZero ? 0 : Math.min(...values)
  const span = high - low || 1
  const step = points.length > 1 ? width / (points.length - 1) : 0
  return points.map(({ value }, index) => ({ x: index * step, y: height - ((value - low) / span) * height }))
}
