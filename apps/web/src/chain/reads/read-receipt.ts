import { type Address, type Hash, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { noteBlock } from './block-of-calls.ts'
import type { ChainClient } from './public-client.ts'

/**
 * Reads a receipt, with log addresses in lower case. Throws `TransactionReceiptNotFoundError` if there is
 * none, and when no node answers.
 */
export const readReceipt = async (client: ChainClient, hash: Hash): Promise<TransactionReceipt> => {
  const receipt = await getTransactionReceipt(client, { hash })
  noteBlock(client, receipt.blockNumber)
  const logs = receipt.logs.map((log) => ({ ...log, address: log.address.toLowerCase() as Address }))
  return { ...receipt, logs }
}

/** Reads a receipt; null if there is none. */
export const findReceipt = async (client: ChainClient, hash: Hash): Promise<TransactionReceipt | null> => {
  try {
    return await readReceipt(client, hash)
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}
