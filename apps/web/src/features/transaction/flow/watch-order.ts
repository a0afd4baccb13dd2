import { type Address, BaseError, type Hash, type TransactionReceipt } from 'viem'
import { getBlock } from 'viem/actions'
import { ApiError } from '../../../api/errors.ts'
import { pause } from '../../../api/pause.ts'
import { batchStatus } from '../../../chain/calls/send-batch.ts'
import { lookAtTransaction } from '../../../chain/calls/watch-transaction.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { revertOfTransaction } from '../words/revert-reason.ts'
import { forgetDeposit, keepDeposit } from '../work/deposits.ts'
import { findPending, forgetPending, type PendingWork, savePending } from '../work/pending.ts'
import { callOfWork, type Look, type LookInput, lookBack } from './look-back.ts'

export interface WatchInput extends LookInput {
  readonly orderId: string
  readonly signal: AbortSignal
  /** Between two looks, in milliseconds. */
  readonly intervalMs: number
  readonly statusOf?: typeof batchStatus
}

/** How much longer the next look waits when no one answered the last. */
const NO_ANSWER_FACTOR = 3
/**
 * A call without a voucher may stay open in the wallet without end: after this long it is looked at less
 * often.
 */
const OFTEN_MS = 120_000
const SELDOM_FACTOR = 4

/** Keeps the work; a deposit's transaction also for its booking, which comes after it is final. */
export const saveWork = (account: Address, work: PendingWork): void => {
  const before = findPending(account, work.orderId)?.hash
  savePending(account, work)
  if (work.kind !== 'deposit' || work.hash === undefined || work.hash === before) return
  keepDeposit(account, work.hash)
  if (before !== undefined) forgetDeposit(account, before)
}

/** The order's own event (the contract logs the digest), or a receipt of the contract that was called. */
const carriesCall = ({ logs, to }: TransactionReceipt, { voucher, direct }: PendingWork): boolean => {
  if (voucher === null) return to?.toLowerCase() === direct?.to.toLowerCase()
  const bare = voucher.digest.slice(2)
  return logs.some(
    ({ address, topics, data }) =>
      address === voucher.contract &&
      ((topics as readonly string[]).includes(voucher.digest) || data.includes(bare)),
  )
}

const lookAtHash = async (input: WatchInput, work: PendingWork & { hash: Hash }): Promise<Look> => {
  const { client, account, emit } = input
  const sight = await lookAtTransaction(client, {
    account,
    hash: work.hash,
    call: callOfWork(work),
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
      // The transaction that carries a batch is of the wallet's own making: the effect alone tells what
      // became of it.
      if (work.callsId !== undefined) return lookBack(input, work)
      emit({ type: 'failed', failure: { code: 'cancelled' } })
      forgetDeposit(account, work.hash)
      return { over: true, work }
    case 'unseen':
      // A reorganisation has taken its block away.
      if (work.stage === 'seen') emit({ type: 'unmined' })
      return lookBack(input, { ...work, stage: 'pending' })
    case 'mined':
      return onReceipt(input, work, sight.receipt)
  }
}

const onReceipt = async (
  input: WatchInput,
  work: PendingWork & { hash: Hash },
  receipt: TransactionReceipt,
): Promise<Look> => {
  const { client, account, emit } = input
  if (receipt.status !== 'success') {
    const revert = await revertOfTransaction(client, receipt.transactionHash)
    emit({ type: 'failed', failure: { code: 'revert', revert } })
    forgetDeposit(account, work.hash)
    return { over: true, work }
  }
  // A contract wallet's transaction may succeed while the call inside it did not, or is only proposed.
  if (!carriesCall(receipt, work)) return lookBack(input, work)
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
  const look = await lookBack(input, work)
  if (look.over || look.work.stage === 'seen' || status?.at !== 'failed') return look
  // The wallet says that it will never be sent; it is looked for all the same.
  emit({ type: 'doubted', failure: { code: 'batch-failed' } })
  const { callsId: _, ...rest } = look.work
  return { over: false, work: rest }
}

const lookAt = (input: WatchInput, work: PendingWork): Promise<Look> => {
  const { hash, callsId } = work
  if (hash !== undefined) return lookAtHash(input, { ...work, hash })
  return callsId === undefined ? lookBack(input, work) : lookAtBatch(input, { ...work, callsId })
}

/** The wallet, or another tab, may have recorded more of it while the chain was read. */
const isSame = (one: PendingWork | undefined, other: PendingWork): boolean =>
  one !== undefined && one.hash === other.hash && one.callsId === other.callsId

/**
 * Follows a call to its end, in this page or after the next one opened: receipt by hash, else who replaced
 * it, else by what it changed (`look-back.ts`). Success is receipt status 1 of the call itself, its trace on
 * the chain, or the order used in the ledger. A node or server that does not answer is asked again: waiting
 * is not failing.
 */
export const watchOrder = async (input: WatchInput): Promise<void> => {
  const { account, orderId, signal, intervalMs, emit } = input
  let known = findPending(account, orderId)?.hash
  while (!signal.aborted) {
    const work = findPending(account, orderId)
    if (work === undefined) return
    if (work.hash !== undefined && work.hash !== known) emit({ type: 'found', hash: work.hash })
    known = work.hash
    try {
      const look = await lookAt(input, work)
      if (look.over) return forgetPending(account, orderId)
      if (look.work !== work && isSame(findPending(account, orderId), work)) saveWork(account, look.work)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof BaseError)) throw error
      emit({ type: 'waiting', for: 'node' })
      await pause(intervalMs * NO_ANSWER_FACTOR, signal)
    }
    const isOld = work.voucher === null && deviceNow() - work.updatedAt > OFTEN_MS
    await pause(intervalMs * (isOld ? SELDOM_FACTOR : 1), signal)
  }
}
