/** Values of `IFunding.Kind` in the event `Funded`. */
export const FUNDING_KIND = {
  /** The dividend pool and the node pool. */
  pools: 0,
  /** A package's budget. */
  budget: 1,
} as const
