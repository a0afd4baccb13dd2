/** How the operator's funding divides (PRODUCT.md 4). Pure; base units. (A flush of fees: swap/fee-split.rules.ts.) */
import { BPS } from '@dr/protocol/constants'

/** Of what the operator puts into the pools. */
export const FUNDING_TO_NODE_BPS = 2_000n

/** How the operator's funding divides on chain: the node vault's 20 % rounded down, the deflation vault the rest. */
export const splitFunding = (amount: bigint): { readonly node: bigint; readonly deflation: bigint } => {
  const node = (amount * FUNDING_TO_NODE_BPS) / BPS
  return { node, deflation: amount - node }
}
