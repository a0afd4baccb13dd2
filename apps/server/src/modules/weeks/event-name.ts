import type { LowerHex } from '../../platform/hex.ts'
/** An event of the chain, by its transaction and its number in the block. */

export interface EventName {
  readonly txHash: LowerHex
  readonly logIndex: number
}
