/** How fees and the operator's funding divide (PRODUCT.md 4). Pure; base units. */
import { BPS } from '@dr/protocol/constants'

/** Of a fee, in 1/10,000. What is left of the node vault's part after the inviters is the node pool's: 16 % and roundings. */
export const FEE_TO_NODE_VAULT_BPS = 3_600n
export const FEE_TO_INVITER_BPS = 2_000n
/** Of what the operator puts into the pools. */
export const FUNDING_TO_NODE_BPS = 2_000n

/** How the exchange divides what it flushes: the node vault's 36 % rounded down, the deflation vault the rest. */
export const splitFlush = (amount: bigint): { readonly node: bigint; readonly deflation: bigint } => {
  const node = (amount * FEE_TO_NODE_VAULT_BPS) / BPS
  return { node, deflation: amount - node }
}

/** How the operator's funding divides on chain: the node vault's 20 % rounded down, the deflation vault the rest. */
export const splitFunding = (amount: bigint): { readonly node: bigint; readonly deflation: bigint } => {
  const node = (amount * FUNDING_TO_NODE_BPS) / BPS
  return { node, deflation: amount - node }
}

export interface SwapFee {
  /** Base units of USDT. */
  readonly fee: bigint
  /** The swapper's inviter, where there is one that qualifies. */
  readonly inviterId: number | null
}

export interface FlushShares {
  /** 20 % of the fees of those each of them invited, rounded down for each swap: to their node accounts. */
  readonly inviters: ReadonlyMap<number, bigint>
  readonly nodePool: bigint
  readonly dividendPool: bigint
}

/**
 * Where the money of a flush goes. `node`, `deflation`: what arrived in each vault, by the event. `fees`: of every swap
 * since the last flush; they must be what was flushed, or something is missing.
 */
export const shareFlush = (flush: {
  readonly node: bigint
  readonly deflation: bigint
  readonly fees: readonly SwapFee[]
}): FlushShares => {
  const sum = flush.fees.reduce((total, { fee }) => total + fee, 0n)
  if (sum !== flush.node + flush.deflation) {
    throw new RangeError(`swaps paid ${sum} in fees, ${flush.node + flush.deflation} was flushed`)
  }
  const inviters = new Map<number, bigint>()
  let nodePool = flush.node
  for (const { fee, inviterId } of flush.fees) {
    const share = (fee * FEE_TO_INVITER_BPS) / BPS
    if (inviterId === null || share === 0n) continue
    inviters.set(inviterId, (inviters.get(inviterId) ?? 0n) + share)
    nodePool -= share
  }
  if (nodePool < 0n) throw new RangeError('less reached the node vault than the inviters are due')
  return { inviters, nodePool, dividendPool: flush.deflation }
}
