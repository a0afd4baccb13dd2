/** An event of the chain, by its transaction and its number in the block. */
export interface EventName {
  readonly txHash: `0x${string}`
  readonly logIndex: number
}
