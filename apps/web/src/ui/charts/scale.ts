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

/** Coordinates of the points in a box, between zero and the highest value or the given edges. */
export const place = (points: readonly Point[], width: number, height: number, edges?: Edges) => {
  const { low, high } = edges ?? { low: 0, high: Math.max(...points.map(({ value }) => value), 0) }
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
