import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { type Address, BaseError, type Hash, type TransactionReceipt } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'
import { pause } from '../../../api/pause.ts'
import { voucherCall } from '../../../chain/calls/contract-call.ts'
import { batchStatus } from '../../../chain/calls/send-batch.ts'
import { lookAtTransaction } from '../../../chain/calls/watch-transaction.ts'
import { findPending, forgetPending, type PendingWork, savePending } from '../../../chain/pending.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import { isContractWallet } from '../../../chain/wallet/wallet-ability.ts'
import { revertOfTransaction } from '../words/revert-reason.ts'
import type { FlowEvent } from './flow-state.ts'

export interface WatchInput {
  readonly client: ChainClient
  readonly account: Address
  readonly orderId: string
  readonly emit: (event: FlowEvent) => void
  readonly signal: AbortSignal
  /** Between two looks, in milliseconds. */
  readonly intervalMs: number
  readonly orderOf?: (orderId: string) => Promise<Voucher | null>
  readonly statusOf?: typeof batchStatus
}

/** A hash that no node knows for this long is said to be unseen, or to wait for co-signers. */
export const UNSEEN_AFTER_MS = 20_000

/** How much longer the next look waits when no one answered the last. */
const NO_ANSWER_FACTOR = 3

const askOrder = async (orderId: string): Promise<Voucher | null> =>
  (await callApi('openVouchers', { request: { orderId } })).items[0] ?? null

/** The order's own event: the contract says the digest. A wallet's transaction may succeed without it. */
const carriesOrder = ({ logs }: TransactionReceipt, { contract, digest }: Voucher): boolean => {
  const bare = digest.slice(2)
  return logs.some(
    ({ address, topics, data }) =>
      address === contract && ((topics as readonly string[]).includes(digest) || data.includes(bare)),
  )
}

/** By one look: the work as it is known now, and whether it is over. */
type Look = { readonly over: boolean; readonly work: PendingWork }

const lookAtHash = async (input: WatchInput, work: PendingWork & { hash: Hash }): Promise<Look> => {
  const { client, account, emit } = input
  const call = voucherCall(work.voucher)
  const sight = await lookAtTransaction(client, {
    account,
    hash: work.hash,
    call: { ...call, data: work.data ?? call.data },
    accountNonce: work.accountNonce,
    sentAtBlock: BigInt(work.sentAtBlock ?? '0'),
  })
  switch (sight.at) {
    case 'waiting':
      emit({ type: 'waiting', for: 'block' })
      return { over: false, work: { ...work, accountNonce: sight.accountNonce } }
    case 'replaced':
      if (sight.how === 'repriced') {
        emit({ type: 'repriced', hash: sight.by })
        return { over: false, work: { ...work, hash: sight.by } }
      }
      // What carries a batch is the wallet's own making: only the order tells what became of it.
      if (work.callsId !== undefined) return lookAtOrder(input, work)
      emit({ type: 'failed', failure: { code: 'cancelled' } })
      return { over: true, work }
    case 'unseen':
      return lookAtOrder(input, work)
    case 'mined':
      return onReceipt(input, work, sight.receipt)
  }
}

const onReceipt = async (
  input: WatchInput,
  work: PendingWork & { hash: Hash },
  receipt: TransactionReceipt,
): Promise<Look> => {
  const { client, emit } = input
  if (receipt.status !== 'success') {
    const revert = await revertOfTransaction(client, receipt.transactionHash)
    emit({ type: 'failed', failure: { code: 'revert', revert } })
    return { over: true, work }
  }
  // A contract wallet's transaction may succeed while the call inside it did not, or is only proposed.
  if (!carriesOrder(receipt, work.voucher)) return lookAtOrder(input, work)
  emit({ type: 'succeeded', evidence: 'receipt', blockNumber: receipt.blockNumber })
  const finalized = await getBlock(client, { blockTag: 'finalized' })
  if (finalized.number < receipt.blockNumber) return { over: false, work: { ...work, stage: 'seen' } }
  emit({ type: 'finalized' })
  return { over: true, work }
}

/** The wallet's word on a batch leads to its transaction; the chain and the order decide. */
const lookAtBatch = async (input: WatchInput, work: PendingWork & { callsId: string }): Promise<Look> => {
  const { account, emit, statusOf = batchStatus } = input
  const status = await statusOf(account, work.callsId)
  if (status?.hash) {
    emit({ type: 'repriced', hash: status.hash })
    return { over: false, work: { ...work, hash: status.hash } }
  }
  const look = await lookAtOrder(input, work)
  if (look.over || status?.at !== 'failed') return look
  emit({ type: 'failed', failure: { code: 'batch-failed' } })
  return { over: true, work }
}

/**
 * No transaction of ours is to be seen: the contract's nonce and the order tell what became of the voucher.
 */
const lookAtOrder = async (input: WatchInput, work: PendingWork): Promise<Look> => {
  const { client, account, emit, orderOf = askOrder } = input
  if (work.stage === 'seen') emit({ type: 'unmined' })
  const { voucher } = work
  const [nonce, block] = await Promise.all([
    readContract(client, {
      address: voucher.contract as Address,
      abi: digitalRightsAbi,
      functionName: 'nonces',
      args: [account],
    }),
    getBlock(client, { blockTag: 'finalized' }),
  ])
  const moved = nonce > BigInt(voucher.nonce)
  const past = Number(block.timestamp) > voucher.deadline
  if (!moved && !past) {
    const sent = work.hash !== undefined || work.callsId !== undefined
    if (sent && (await isContractWallet(client, account))) emit({ type: 'waiting', for: 'cosigners' })
    else if (work.hash !== undefined && Date.now() - work.updatedAt > UNSEEN_AFTER_MS)
      emit({ type: 'waiting', for: 'unseen' })
    return { over: false, work: { ...work, stage: sent ? 'pending' : 'signing' } }
  }
  const order = await orderOf(work.orderId)
  if (order?.status === 'used') {
    emit({ type: 'succeeded', evidence: 'order', blockNumber: null })
    return { over: true, work }
  }
  if (order?.status === 'closed' || order?.status === 'lapsed') {
    emit({ type: 'failed', failure: { code: order.status } })
    return { over: true, work }
  }
  return { over: false, work }
}

const lookAt = (input: WatchInput, work: PendingWork): Promise<Look> => {
  const { hash, callsId } = work
  if (hash !== undefined) return lookAtHash(input, { ...work, hash })
  return callsId === undefined ? lookAtOrder(input, work) : lookAtBatch(input, { ...work, callsId })
}

/**
 * Follows an order to its end, in this page or after the next one opened: receipt by hash, else who replaced
 * it, else nonce and order. Success is receipt status 1 with the order's event in it, or the order used in
 * the ledger. A node or server that does not answer is asked again: waiting is not failing.
 */
export const watchOrder = async (input: WatchInput): Promise<void> => {
  const { account, orderId, signal, intervalMs } = input
  while (!signal.aborted) {
    const work = findPending(account, orderId)
    if (work === undefined) return
    try {
      const look = await lookAt(input, work)
      // Another tab may have finished it meanwhile: then there is nothing to write back.
      if (look.over) return forgetPending(account, orderId)
      if (look.work !== work && findPending(account, orderId) !== undefined) savePending(account, look.work)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof BaseError)) throw error
      input.emit({ type: 'waiting', for: 'node' })
      await pause(intervalMs * NO_ANSWER_FACTOR, signal)
    }
    await pause(intervalMs, signal)
  }
}
