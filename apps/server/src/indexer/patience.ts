/**
 * Milliseconds for which blocks are tried again whose logs are doubted, though no endpoint has others: late
 * logs come by themselves. After it they count as read, and a number that says otherwise is an alarm, which
 * has to come within two minutes.
 */
export const PATIENCE_MS = 90_000

/** Remembers since when the blocks from one on are doubted. */
export const createPatience = (patienceMs: number) => {
  let doubted: { first: bigint; since: number } | undefined
  return {
    /** Whether there is patience left for the blocks from `first` on. */
    isLeft: (first: bigint): boolean =>
      doubted?.first !== first || performance.now() - doubted.since < patienceMs,
    doubt: (first: bigint): void => {
      if (doubted?.first !== first) doubted = { first, since: performance.now() }
    },
  }
}
