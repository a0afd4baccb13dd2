export type Point = {
  /** Shown under the axis and in the table. */
  readonly label: string
  /** For drawing only. */
  readonly value: number
  /** Exact figure as text. */
  readonly text: string
  /** Text at the edge of the scale, with fewer decimals; `text` by default. */
  readonly edge?: string
}

/** Values of the lower and the upper edge of a chart. */
export interface Edges {
  readonly low: number
  readonly high: number
}

/** Scale from zero to the highest value, with the text of that point at its edge. */
export const fromZero = (points: readonly Point[]) => {
  const highest = points.reduce<Point | undefined>(
    (max, point) => (point.value > (max?.value ?? 0) ? point : max),
    undefined,
  )
  return { low: 0, high: highest?.value ?? 0, lowText: '0', highText: highest?.edge ?? highest?.text ?? '' }
}

/** Coordinates of the points in a box, between the given edges. */
export const place = (points: readonly Point[], width: number, height: number, { low, high }: Edges) => {
  const span = high - low
  const step = points.length > 1 ? width / (points.length - 1) : 0
  return points.map(({ value }, index) => ({
    x: index * step,
    y: span === 0 ? height : height - ((value - low) / span) * height,
  }))
}

/** Index of the point nearest to a share of the width, 0 (left) to 1 (right). */
export const nearest = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))
