/** Figures that must not grow with the product are measured at three sizes; the largest has the bound. */

/** Number of users, machines or events: small, large, and the largest that is planned for. */
export const SIZES = [1_000, 100_000, 1_000_000] as const
export type Size = (typeof SIZES)[number]

const LARGEST: Size = 1_000_000
const SUFFIX: Readonly<Record<Size, string>> = { 1000: '.1k', 100000: '.100k', 1000000: '' }

/** `mining.claim` at a million, `mining.claim.100k` and `mining.claim.1k` below. */
export const nameAt = (bench: string, size: Size): string => `${bench}${SUFFIX[size]}`

/** Figures of `bench` at each size: the largest with `bound`, the others for comparison. */
export const figuresBySize = <B>(bench: string, bound: B): Record<string, B | 'unbounded'> =>
  Object.fromEntries(SIZES.map((size) => [nameAt(bench, size), size === LARGEST ? bound : 'unbounded']))
