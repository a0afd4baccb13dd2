import { WAD } from '@dr/protocol/amounts'
import { FEE_TO_INVITER_BPS } from '@dr/protocol/rules/fee-shares'
import type { NodeConfig } from './node-week.rules.ts'

/** docs/product.md 9 and 4; all of it is shown in the app. */
export const NODE_CONFIG: NodeConfig = {
  ownMinimum: 1_000n * WAD,
  directMinimum: 10_000n * WAD,
  inviterBps: FEE_TO_INVITER_BPS,
}
