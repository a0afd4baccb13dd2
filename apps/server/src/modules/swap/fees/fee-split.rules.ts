/**
 * Division of a flush's money (docs/product.md 4; shares: `fee-shares` of the protocol). Pure; base units of
 * USDT.
 */

/** Sum of the fees of all swaps since the last flush. */
export interface CollectedFees {
  readonly total: bigint
  /** The amount due to each inviter: the sum of `inviterShareOf` every swap of their direct referrals. */
  readonly inviters: ReadonlyMap<number, bigint>
}

export interface FlushShares {
  readonly inviters: ReadonlyMap<number, bigint>
  readonly nodePool: bigint
  readonly dividendPool: bigint
}

/**
 * Divides the money of a flush. `node`, `deflation`: amounts that arrived in each vault, by the event.
 * `fees`: of every swap since the last flush. Throws RangeError if they do not add up to the flushed amount.
 */
export const shareFlush = (flush: {
  readonly node: bigint
  readonly deflation: bigint
  readonly fees: CollectedFees
}): FlushShares => {
  const { node, deflation, fees } = flush
  if (fees.total !== node + deflation) {
    throw new RangeError(`swaps paid ${fees.total} in fees, ${node + deflation} was flushed`)
  }
  const nodePool = [...fees.inviters.values()].reduce((left, share) => left - share, node)
  if (nodePool < 0n) throw new RangeError('less reached the node vault than the inviters are due')
  return { inviters: fees.inviters, nodePool, dividendPool: deflation }
}
