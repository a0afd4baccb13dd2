import { decodeEventLog, type Hex } from 'viem'
import { dateOfUnix } from '../platform/chain-clock.ts'
import type { ChainEvent, EventHandler } from '../platform/chain-events.ts'
import type { RawLog } from './chain-reader.ts'

/** The event a handler gets. Throws (not retryable) when the log is not what the ABI says. */
export const decodeEvent = (
  log: RawLog & { readonly blockTimestamp: bigint },
  { handler, chainId }: { handler: EventHandler; chainId: number },
): ChainEvent => {
  const { args } = decodeEventLog({
    abi: [handler.event],
    data: log.data,
    topics: log.topics as [Hex, ...Hex[]],
    strict: true,
  })
  return {
    args,
    chainId,
    address: log.address,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    blockTimestamp: log.blockTimestamp,
    at: dateOfUnix(log.blockTimestamp),
    txHash: log.txHash,
    logIndex: log.logIndex,
    key: `chain:${chainId}:${log.txHash}:${log.logIndex}`,
  }
}
