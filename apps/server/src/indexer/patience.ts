/**
 * Milliseconds for which blocks with doubted logs are retried even if all endpoints agree: late logs arrive
 * by themselves. After it they count as read, and a number that disagrees raises an alarm, which has to come
 * within two minutes.
 */
export const PATIENCE_MS = 90_000

/** Remembers since when the blocks from one on are doubted. */
export const createPatience = (patienceMs: number) => {
  let doubted: { first: bigint; since: number } | undefined
  return {
    /** Whether to wait longer for the blocks from `first` on. */
    isLeft: (first: bigint): boolean =>
      doubted?.first !== first || performance.now() - doubted.since < patienceMs,
    doubt: (first: bigint): void => {
      if (doubted?.first !== first) doubted = { first, since: performance.now() }
    },
  }
}
