import type { ChainNow } from '../platform/chain/chain-clock.ts'
import type { ChainReader, Header, LogFilter } from './chain-reader.ts'
import {
  ChainBehindDatabaseError,
  LogsNotServedError,
  ReorgPastFinalizedError,
  RpcInconsistentError,
  RpcRefusedError,
  WrongChainError,
} from './errors.ts'

/**
 * Checks that the chain still has the database's cursor block. Throws `ChainBehindDatabaseError` if the chain
 * ends before it, `ReorgPastFinalizedError` if it has another block at that number.
 */
export const checkCursor = async (reader: ChainReader, cursor: ChainNow): Promise<void> => {
  const header = await reader.header(cursor.blockNumber)
  if (!header) {
    throw new ChainBehindDatabaseError(
      `the database is at block ${cursor.blockNumber}, which this chain does not have (yet): a local chain that ` +
        `lost its last blocks, or another chain. Reset the database together with the local chain`,
    )
  }
  if (header.hash !== cursor.hash) {
    throw new ReorgPastFinalizedError(
      `block ${cursor.blockNumber} is ${header.hash} on this chain, but ${cursor.hash} in the database: another chain, ` +
        `or a final block was taken back`,
    )
  }
}

/**
 * Checks that an endpoint may be used: the right chain, the same history, logs served. Returns its newest
 * final block. Throws an `IndexerHaltedError`, or a retryable error for a temporary problem.
 */
export const checkEndpoint = async (
  reader: ChainReader,
  {
    chainId,
    cursor,
    filters,
  }: {
    chainId: number
    cursor: ChainNow | undefined
    filters: readonly LogFilter[]
  },
): Promise<Header> => {
  const served = await reader.chainId()
  if (served !== chainId) throw new WrongChainError(`the endpoint serves chain ${served}, not ${chainId}`)
  if (cursor) await checkCursor(reader, cursor)
  const finalized = await reader.finalized()
  const { number } = finalized
  try {
    if (!(await reader.range(filters, { from: number, to: number })))
      throw new RpcInconsistentError(`the node that was asked for logs has no block ${number}`)
  } catch (error) {
    if (!(error instanceof RpcRefusedError)) throw error
    if (!(await reader.header(number)))
      throw new RpcInconsistentError(`it calls block ${number} final, and does not have it`, { cause: error })
    throw new LogsNotServedError(
      'this endpoint refuses eth_getLogs (official public BNB nodes do), or a batch with it: the indexer needs one that ' +
        'serves both',
      { cause: error },
    )
  }
  return finalized
}

/** Checks that the database is of the configured chain. */
export const requireChainOf = (cursor: ChainNow | undefined, chainId: number): void => {
  if (cursor && cursor.chainId !== chainId) {
    throw new WrongChainError(`the database belongs to chain ${cursor.chainId}, not ${chainId}`)
  }
}
