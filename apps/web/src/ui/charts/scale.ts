export type Point = {
  /** Shown under the axis and in the table. */
  readonly label: string
  /** For drawing only. */
  readonly value: number
  /** For reading: the exact figure. */
  readonly text: string
  /** At the edge of the scale, where fewer decimals do; `text` by default. */
  readonly edge?: string
}

/** What the lower and the upper edge of a chart stand for. */
export interface Edges {
  readonly low: number
  readonly high: number
}

/** Places in a box of the given size, between zero and the highest value unless the edges are given. */
export const place = (points: readonly Point[], width: number, height: number, edges?: Edges) => {
  const { low, high } = edges ?? { low: 0, high: Math.max(...points.map(({ value }) => value), 0) }
  const span = high - low
  const step = points.length > 1 ? width / (points.length - 1) : 0
  return points.map(({ value }, index) => ({
    x: index * step,
    y: span === 0 ? height : height - ((value - low) / span) * height,
  }))
}

/** The point nearest to a place between 0 (left) and 1 (right). */
export const nearest = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))
