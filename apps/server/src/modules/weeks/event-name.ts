/** An event of the chain, by its transaction and its number in the block. */
import type { Hex } from 'viem'

export interface EventName {
  readonly txHash: Hex
  readonly logIndex: number
}
