import type { Hex } from 'viem'
import type { LowerHex } from '../platform/hex.ts'

/** An event's log; hex in lower case. */
export interface EventLog {
  readonly address: LowerHex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: bigint
  readonly blockHash: LowerHex
  readonly txHash: LowerHex
  readonly logIndex: number
}

/** Whether two logs are equal. */
export const isSameLog = (a: EventLog, b: EventLog): boolean =>
  a.blockNumber === b.blockNumber &&
  a.logIndex === b.logIndex &&
  a.blockHash === b.blockHash &&
  a.txHash === b.txHash &&
  a.address === b.address &&
  a.data === b.data &&
  a.topics.length === b.topics.length &&
  a.topics.every((topic, index) => topic === b.topics[index])
