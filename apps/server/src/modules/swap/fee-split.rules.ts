/** How the exchange's fees divide (PRODUCT.md 4). Pure; base units of USDT. */
import { BPS } from '@dr/protocol/constants'

/** Of a fee, in 1/10,000. What is left of the node vault's part after the inviters is the node pool's: 16 % and roundings. */
export const FEE_TO_NODE_VAULT_BPS = 3_600n
export const FEE_TO_INVITER_BPS = 2_000n

/** How the exchange divides what it flushes: the node vault's 36 % rounded down, the deflation vault the rest. */
export const splitFlush = (amount: bigint): { readonly node: bigint; readonly deflation: bigint } => {
  const node = (amount * FEE_TO_NODE_VAULT_BPS) / BPS
  return { node, deflation: amount - node }
}

/** The inviter's part of one swap's fee, rounded down. */
export const inviterShareOf = (fee: bigint): bigint => (fee * FEE_TO_INVITER_BPS) / BPS

export interface SwapFee {
  readonly fee: bigint
  /** The swapper's inviter, where there is one that qualifies. */
  readonly inviterId: number | null
}

/** The fees of every swap since the last flush, added up. */
export interface CollectedFees {
  readonly total: bigint
  /** What is due to each inviter: `inviterShareOf` every swap of those they brought. */
  readonly inviters: ReadonlyMap<number, bigint>
}

export const collectFees = (fees: readonly SwapFee[]): CollectedFees => {
  const inviters = new Map<number, bigint>()
  for (const { fee, inviterId } of fees) {
    const share = inviterShareOf(fee)
    if (inviterId !== null && share > 0n) inviters.set(inviterId, (inviters.get(inviterId) ?? 0n) + share)
  }
  return { total: fees.reduce((sum, { fee }) => sum + fee, 0n), inviters }
}

export interface FlushShares {
  readonly inviters: ReadonlyMap<number, bigint>
  readonly nodePool: bigint
  readonly dividendPool: bigint
}

/**
 * Where the money of a flush goes. `node`, `deflation`: what arrived in each vault, by the event. `fees`: of every swap
 * since the last flush; they must be what was flushed, or something is missing (RangeError).
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
