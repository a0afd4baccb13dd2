export type Point = {
  /** Shown under the axis and in the table. */
  readonly label: string
  /** For drawing only. */
  readonly value: number
  /** For reading: the exact figure. */
  readonly text: string
}

/**
 * Places in a box of the given size. The floor is zero, or the least value where `fromZero` is false; a line that never
 * moves then lies in the middle.
 */
export function place(points: readonly Point[], width: number, height: number, fromZero = true) {
  const values = points.map(({ value }) => value)
  const high = fromZero ? Math.max(...values, 0) : Math.max(...values)
  const low = fromZero ? 0 : Math.min(...values)
  const span = high - low
  const step = points.length > 1 ? width / (points.length - 1) : 0
  const y = (value: number): number => {
    if (span !== 0) return height - ((value - low) / span) * height
    return fromZero ? height : height / 2
  }
  return points.map(({ value }, index) => ({ x: index * step, y: y(value) }))
}

/** The point nearest to a place between 0 (left) and 1 (right). */
export const nearest = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))
