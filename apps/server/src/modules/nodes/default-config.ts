import { WAD } from '@dr/protocol/amounts'
import type { NodeConfig } from './node-week.rules.ts'

/** PRODUCT.md 9; both are shown in the app. */
export const NODE_CONFIG: NodeConfig = { ownMinimum: 1_000n * WAD, directMinimum: 10_000n * WAD }
