import type { Address, Hash, Transaction, TransactionReceipt } from 'viem'
import { TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'
import { getBlock, getTransaction, getTransactionCount } from 'viem/actions'
import type { ChainClient } from '../reads/public-client.ts'
import { readReceipt } from '../reads/read-receipt.ts'

/** What became of a transaction, by one look at the chain. */
export type TransactionSight =
  | { readonly at: 'mined'; readonly receipt: TransactionReceipt }
  /** In the mempool. */
  | { readonly at: 'waiting'; readonly accountNonce: number }
  /** No node knows it: dropped, not propagated yet, or never a transaction's hash (a multisig's proposal). */
  | { readonly at: 'unseen' }
  /** Its nonce was used by another transaction: the same call sped up, a cancellation, or something else. */
  | { readonly at: 'replaced'; readonly by: Hash; readonly how: 'repriced' | 'cancelled' | 'other' }

export interface Sent {
  readonly account: Address
  readonly hash: Hash
  readonly call: { readonly to: Address; readonly data: string }
  /** Known once it was seen in the mempool. */
  readonly accountNonce?: number | undefined
  /** Newest block when it was sent. */
  readonly sentAtBlock: bigint
}

const REPLACEMENT_BLOCKS_MAX = 300n

const findReceipt = async (client: ChainClient, hash: Hash): Promise<TransactionReceipt | null> => {
  try {
    return await readReceipt(client, hash)
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

/** Mined, and refused by its block: nothing will come of it. Throws when no node answers. */
export const isReverted = async (client: ChainClient, hash: Hash): Promise<boolean> =>
  (await findReceipt(client, hash))?.status === 'reverted'

const findTransaction = async (client: ChainClient, hash: Hash): Promise<Transaction | null> => {
  try {
    return await getTransaction(client, { hash })
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return null
    throw error
  }
}

/** What took the nonce of ours; `to` in lower case, undefined where it made a contract. */
interface Replacement {
  readonly hash: Hash
  readonly to: string | undefined
  readonly input: string
}

/**
 * The transaction of the account that took the nonce, among the blocks since; null when it is not among them.
 */
const findReplacement = async (
  client: ChainClient,
  sent: Sent & { accountNonce: number },
): Promise<Replacement | null> => {
  const latest = await getBlock(client)
  const oldest = latest.number - REPLACEMENT_BLOCKS_MAX
  const from = sent.sentAtBlock > oldest ? sent.sentAtBlock : oldest
  for (let blockNumber = latest.number; blockNumber >= from && blockNumber >= 0n; blockNumber -= 1n) {
    const block = await getBlock(client, { blockNumber, includeTransactions: true })
    const found = block.transactions.find(
      (other) => other.from.toLowerCase() === sent.account && other.nonce === sent.accountNonce,
    )
    if (found) return { hash: found.hash, to: found.to?.toLowerCase(), input: found.input }
  }
  return null
}

const howReplaced = (sent: Sent, { to, input }: Replacement): 'repriced' | 'cancelled' | 'other' => {
  if (to === sent.call.to && input === sent.call.data) return 'repriced'
  return to === sent.account && input === '0x' ? 'cancelled' : 'other'
}

/** One look: receipt, else mempool, else who took its nonce. Throws when no node answers. */
export const lookAtTransaction = async (client: ChainClient, sent: Sent): Promise<TransactionSight> => {
  const receipt = await findReceipt(client, sent.hash)
  if (receipt) return { at: 'mined', receipt }
  const transaction = await findTransaction(client, sent.hash)
  if (transaction) return { at: 'waiting', accountNonce: transaction.nonce }
  const { accountNonce } = sent
  if (accountNonce === undefined) return { at: 'unseen' }
  const used = await getTransactionCount(client, { address: sent.account, blockTag: 'latest' })
  if (used <= accountNonce) return { at: 'unseen' }
  const by = await findReplacement(client, { ...sent, accountNonce })
  return by === null ? { at: 'unseen' } : { at: 'replaced', by: by.hash, how: howReplaced(sent, by) }
}
