import type { Address, Hash, Transaction, TransactionReceipt } from 'viem'
import { BaseError, TransactionNotFoundError } from 'viem'
import { getBlock, getTransaction, getTransactionCount } from 'viem/actions'
import type { ChainClient } from '../reads/public-client.ts'
import { findReceipt } from '../reads/read-receipt.ts'

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

const SCANNED_BLOCKS_MAX = 300n

const findTransaction = async (client: ChainClient, hash: Hash): Promise<Transaction | null> => {
  try {
    return await getTransaction(client, { hash })
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return null
    throw error
  }
}

/** A transaction of an account; `to` in lower case, undefined where it made a contract. */
export interface Mined {
  readonly hash: Hash
  readonly to: string | undefined
  readonly input: string
}

type Content = Sent['call']

/**
 * Whether a transaction makes the call: itself (wallets may add to its end, or hand in permits before it), or
 * inside a batch of the account's own code.
 */
export const carriesCall = ({ to, input }: Omit<Mined, 'hash'>, call: Content): boolean => {
  const target = call.to.toLowerCase()
  const content = input.toLowerCase()
  if (!content.includes(call.data.slice(2).toLowerCase())) return false
  return to === target || (call.data.length > 2 && content.includes(target.slice(2)))
}

const SELECTOR_LENGTH = 10

/** The same function of the same contract, with other arguments: edited in the wallet. */
export const isEdited = ({ to, input }: Omit<Mined, 'hash'>, call: Content): boolean =>
  to === call.to.toLowerCase() &&
  call.data.length > SELECTOR_LENGTH &&
  input.slice(0, SELECTOR_LENGTH).toLowerCase() === call.data.slice(0, SELECTOR_LENGTH).toLowerCase() &&
  !carriesCall({ to, input }, call)

/** A transaction as its node has it; null where none knows it. */
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
  /** A block before it. */
  readonly sentAtBlock: bigint
}

/** The first block after which the account has sent more than `accountNonce` transactions. */
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
 * The mined transaction of the account with a nonce. By the account's count at blocks in between; where the
 * node keeps no such states, by reading the newest blocks. Null when it is not among them.
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

/** How many transactions of the account are mined, and how many with those that wait for a block. */
export const countTransactions = async (client: ChainClient, address: Address) => {
  const [mined, withWaiting] = await Promise.all([
    getTransactionCount(client, { address, blockTag: 'latest' }),
    getTransactionCount(client, { address, blockTag: 'pending' }),
  ])
  return { mined, withWaiting: Math.max(mined, withWaiting), isWaiting: withWaiting > mined }
}

/** An account may have sent something else in between; so many of its transactions are looked at. */
const LOOKED_AT_MAX = 5

interface FoundCalls {
  /** Those that did not revert, in the order of their nonces. */
  readonly done: readonly Hash[]
  readonly reverted: Hash | null
  /** The account has sent more since than nodes or this app look at. */
  readonly isCut: boolean
}

/** Mined calls that are known by their content alone, from the nonce that the account had before. */
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
  const by = await findMined(client, { ...sent, accountNonce })
  return by === null ? { at: 'unseen' } : { at: 'replaced', by: by.hash, how: howReplaced(sent, by) }
}
