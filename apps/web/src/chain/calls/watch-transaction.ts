import type { Address, Hash, Transaction, TransactionReceipt } from 'viem'
import { BaseError, TransactionNotFoundError } from 'viem'
import { getBlock, getTransaction, getTransactionCount } from 'viem/actions'
import { readNewestBlock } from '../reads/block-of-calls.ts'
import type { ChainClient } from '../reads/public-client.ts'
import { findReceipt } from '../reads/read-receipt.ts'

/** State of a transaction at one look at the chain. */
export type TransactionSight =
  | { readonly at: 'mined'; readonly receipt: TransactionReceipt }
  /** In the mempool. */
  | { readonly at: 'waiting'; readonly accountNonce: number }
  /** Unknown to all nodes: dropped, not propagated yet, or no transaction hash (a multisig's proposal). */
  | { readonly at: 'unseen' }
  /**
   * Another transaction used its nonce: the same call with a higher fee, a cancellation, or something else.
   */
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

const SCANNED_BLOCKS_MAX = 300n

const findTransaction = async (client: ChainClient, hash: Hash): Promise<Transaction | null> => {
  try {
    return await getTransaction(client, { hash })
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return null
    throw error
  }
}

/** A transaction of an account; `to` in lower case, undefined for a contract creation. */
export interface Mined {
  readonly hash: Hash
  readonly to: string | undefined
  readonly input: string
}

type Content = Sent['call']

/**
 * Whether a transaction makes the call: directly (wallets may append data, or pass in permits before it),
 * or inside a batch of the account's own code.
 */
export const carriesCall = ({ to, input }: Omit<Mined, 'hash'>, call: Content): boolean => {
  const target = call.to.toLowerCase()
  const content = input.toLowerCase()
  if (!content.includes(call.data.slice(2).toLowerCase())) return false
  return to === target || (call.data.length > 2 && content.includes(target.slice(2)))
}

const SELECTOR_LENGTH = 10

/** Whether it calls the same function with other arguments: edited in the wallet. */
export const isEdited = ({ to, input }: Omit<Mined, 'hash'>, call: Content): boolean =>
  to === call.to.toLowerCase() &&
  call.data.length > SELECTOR_LENGTH &&
  input.slice(0, SELECTOR_LENGTH).toLowerCase() === call.data.slice(0, SELECTOR_LENGTH).toLowerCase() &&
  !carriesCall({ to, input }, call)

/** A transaction from a node; null if none knows it. */
export const readTransaction = async (
  client: ChainClient,
  hash: Hash,
): Promise<(Mined & { readonly from: string; readonly nonce: number }) | null> => {
  const found = await findTransaction(client, hash)
  if (found === null) return null
  const { from, nonce, input } = found
  return { hash, from: from.toLowerCase(), nonce, to: found.to?.toLowerCase(), input }
}

interface SentNonce {
  readonly account: Address
  /** The transaction's nonce. */
  readonly accountNonce: number
  /** A block before the transaction. */
  readonly sentAtBlock: bigint
}

/** First block after which the account has sent more than `accountNonce` transactions. */
const blockOf = async (client: ChainClient, place: SentNonce, newest: bigint): Promise<bigint> => {
  let [before, after] = [place.sentAtBlock - 1n, newest]
  while (after - before > 1n) {
    const blockNumber = (before + after) / 2n
    const sent = await getTransactionCount(client, { address: place.account, blockNumber })
    if (sent > place.accountNonce) after = blockNumber
    else before = blockNumber
  }
  return after
}

const findInBlock = async (
  client: ChainClient,
  { account, accountNonce }: SentNonce,
  blockNumber: bigint,
): Promise<Mined | null> => {
  const { transactions } = await getBlock(client, { blockNumber, includeTransactions: true })
  const found = transactions.find(
    ({ from, nonce }) => from.toLowerCase() === account && nonce === accountNonce,
  )
  return found ? { hash: found.hash, to: found.to?.toLowerCase(), input: found.input } : null
}

/**
 * Finds the mined transaction of an account with a nonce: by bisecting the account's count over blocks or,
 * if the node has no old states, among the newest blocks. Null if not found.
 */
const findMined = async (client: ChainClient, place: SentNonce): Promise<Mined | null> => {
  const newest = (await getBlock(client)).number
  const blockNumber = await blockOf(client, place, newest).catch((error: unknown) => {
    if (error instanceof BaseError) return null
    throw error
  })
  if (blockNumber !== null) return findInBlock(client, place, blockNumber)
  const oldest = newest - SCANNED_BLOCKS_MAX
  const from = place.sentAtBlock > oldest ? place.sentAtBlock : oldest
  for (let at = newest; at >= from && at >= 0n; at -= 1n) {
    const found = await findInBlock(client, place, at)
    if (found !== null) return found
  }
  return null
}

/**
 * Number of the account's transactions that are mined up to `at`, by default the newest block, and number
 * including pending ones. By the block's number: a node behind the same address that lacks it is an error, and
 * no older count.
 */
export const countTransactions = async (client: ChainClient, address: Address, at?: bigint) => {
  const blockNumber = at ?? (await readNewestBlock(client))
  const [mined, withWaiting] = await Promise.all([
    getTransactionCount(client, { address, blockNumber }),
    getTransactionCount(client, { address, blockTag: 'pending' }),
  ])
  return {
    blockNumber,
    mined,
    withWaiting: Math.max(mined, withWaiting),
    isWaiting: withWaiting > mined,
  }
}

/** Limit of transactions to read: the account may have sent others in between. */
const LOOKED_AT_MAX = 5

interface FoundCalls {
  /** Transactions that did not revert, by nonce. */
  readonly done: readonly Hash[]
  readonly reverted: Hash | null
  /** The account has sent more transactions since than can be read. */
  readonly isCut: boolean
}

/** Finds mined calls by their content, from the account's earlier nonce on. */
export const findCalls = async (
  client: ChainClient,
  {
    isIt,
    mined,
    ...place
  }: SentNonce & { readonly isIt: (transaction: Mined) => boolean; readonly mined: number },
): Promise<FoundCalls> => {
  const end = Math.min(mined, place.accountNonce + LOOKED_AT_MAX)
  const done: Hash[] = []
  let reverted: Hash | null = null
  for (let accountNonce = place.accountNonce; accountNonce < end; accountNonce += 1) {
    const found = await findMined(client, { ...place, accountNonce })
    if (found === null) return { done, reverted, isCut: true }
    if (!isIt(found)) continue
    if ((await findReceipt(client, found.hash))?.status === 'success') done.push(found.hash)
    else reverted = found.hash
  }
  return { done, reverted, isCut: end < mined }
}

const howReplaced = (sent: Sent, by: Mined): 'repriced' | 'cancelled' | 'other' => {
  if (carriesCall(by, sent.call)) return 'repriced'
  return by.to === sent.account && by.input === '0x' ? 'cancelled' : 'other'
}

/**
 * Looks once: receipt, otherwise mempool, otherwise the transaction with its nonce. Throws when no node
 * answers.
 */
export const lookAtTransaction = async (client: ChainClient, sent: Sent): Promise<TransactionSight> => {
  const receipt = await findReceipt(client, sent.hash)
  if (receipt) return { at: 'mined', receipt }
  const transaction = await findTransaction(client, sent.hash)
  if (transaction) return { at: 'waiting', accountNonce: transaction.nonce }
  const { accountNonce } = sent
  if (accountNonce === undefined) return { at: 'unseen' }
  const used = await getTransactionCount(client, { address: sent.account, blockTag: 'latest' })
  if (used <= accountNonce) return { at: 'unseen' }
  const by = await findMined(client, { ...sent, accountNonce })
  return by === null ? { at: 'unseen' } : { at: 'replaced', by: by.hash, how: howReplaced(sent, by) }
}
