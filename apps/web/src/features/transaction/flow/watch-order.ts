import { type Address, BaseError, type Hash, type TransactionReceipt } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import { ApiError } from '../../../api/errors.ts'
import { pause } from '../../../api/pause.ts'
import { batchStatus } from '../../../chain/calls/send-batch.ts'
import { isEdited, lookAtTransaction, readTransaction } from '../../../chain/calls/watch-transaction.ts'
import { isContractWallet } from '../../../chain/wallet/wallet-ability.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { revertOfTransaction } from '../words/revert-reason.ts'
import { forgetDeposit, keepDeposit } from '../work/deposits.ts'
import { findPending, forgetPending, type PendingWork, recallPending, savePending } from '../work/pending.ts'
import type { Failure } from './failure.ts'
import type { FlowEvent } from './flow-state.ts'
import { findTwice } from './trace/find-twice.ts'
import { callOfWork, isIt, type Look, type LookInput, lookBack } from './trace/look-back.ts'

export interface WatchInput extends LookInput {
  readonly orderId: string
  readonly signal: AbortSignal
  /** Between two looks, in milliseconds. */
  readonly intervalMs: number
  readonly statusOf?: typeof batchStatus
}

/** Factor of the interval after a look without an answer. */
const NO_ANSWER_FACTOR = 3
/**
 * A call without a voucher may stay open in the wallet without limit: after this time it is looked at less
 * often.
 */
const OFTEN_MS = 120_000
const SELDOM_FACTOR = 4

/** Stores the work; a deposit's transaction also for its booking, which comes after it is final. */
export const saveWork = (account: Address, work: PendingWork): void => {
  const before = findPending(account, work.orderId)?.hash
  savePending(account, work)
  if (work.kind !== 'deposit' || work.hash === undefined || work.hash === before) return
  keepDeposit(account, work.hash)
  if (before !== undefined) forgetDeposit(account, before)
}

/** Whether the receipt has the order's event: the contract logs the digest. */
const hasOrder = ({ logs }: TransactionReceipt, { voucher }: PendingWork): boolean => {
  if (voucher === null) return false
  const bare = voucher.digest.slice(2)
  return logs.some(
    ({ address, topics, data }) =>
      address === voucher.contract &&
      ((topics as readonly string[]).includes(voucher.digest) || data.includes(bare)),
  )
}

/** Milliseconds unseen after which the expected nonce identifies the replacing transaction. */
const GUESS_AFTER_MS = 5_000

const nonceOf = ({ accountNonce, askedNonce, updatedAt }: PendingWork): number | undefined =>
  accountNonce ?? (deviceNow() - updatedAt > GUESS_AFTER_MS ? askedNonce : undefined)

/** Removes the wallet's hash and batch id: from here on the call is looked for without them. */
const unnamed = ({ hash: _, callsId: _1, accountNonce: _2, ...work }: PendingWork): PendingWork => ({
  ...work,
  stage: 'signing',
})

const lookAtHash = async (input: WatchInput, work: PendingWork & { hash: Hash }): Promise<Look> => {
  const { client, account, emit } = input
  const sight = await lookAtTransaction(client, {
    account,
    hash: work.hash,
    call: callOfWork(work),
    accountNonce: nonceOf(work),
    sentAtBlock: BigInt(work.sentAtBlock ?? '0'),
  })
  switch (sight.at) {
    case 'waiting':
      // Said at every look: the flow may have begun to listen after the first.
      emit({ type: 'found', hash: work.hash })
      emit({ type: 'waiting', for: 'block' })
      return { over: false, work: { ...work, accountNonce: sight.accountNonce } }
    case 'replaced':
      if (sight.how === 'repriced') {
        emit({ type: 'repriced', hash: sight.by })
        return { over: false, work: { ...work, hash: sight.by } }
      }
      // The wallet makes the transaction of a batch itself: only the effect shows its outcome.
      if (work.callsId !== undefined) return lookBack(input, work)
      return onOther(input, work, { code: 'cancelled' })
    case 'unseen':
      return lookBack(input, work)
    case 'mined':
      return onReceipt(input, work, sight.receipt)
  }
}

/**
 * Says whether the call was made more than once. False: no node can say it now, and it is asked again, for a
 * while: it only adds to a success.
 */
const sayTwice = async (input: WatchInput, work: PendingWork): Promise<boolean> => {
  try {
    const hashes = await findTwice(input, work)
    if (hashes.length > 0) input.emit({ type: 'twice', hashes })
    return true
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return deviceNow() - work.updatedAt > OFTEN_MS
  }
}

const onReceipt = async (
  input: WatchInput,
  work: PendingWork & { hash: Hash },
  receipt: TransactionReceipt,
): Promise<Look> => {
  const { client, account, emit } = input
  const { status, transactionHash: hash, blockNumber } = receipt
  const transaction = await readTransaction(client, hash)
  const own = transaction?.from === account ? transaction : null
  const carries = own !== null && isIt(work)(own)
  if (status === 'success' && (hasOrder(receipt, work) || (work.voucher === null && carries))) {
    emit({ type: 'found', hash })
    if (own !== null && work.voucher === null && isEdited(own, callOfWork(work))) emit({ type: 'edited' })
    emit({ type: 'succeeded', evidence: 'receipt', blockNumber })
    // Stored as seen at once, so that the next request is no second attempt at it.
    if (work.stage !== 'seen') return { over: false, work: { ...work, stage: 'seen' } }
    const finalized = await getBlock(client, { blockTag: 'finalized' })
    if (finalized.number < blockNumber) return { over: false, work }
    emit({ type: 'finalized' })
    return { over: await sayTwice(input, work), work }
  }
  const isShared = await isContractWallet(client, account)
  if (status !== 'success' && (carries || isShared))
    return onOther(input, work, { code: 'revert', revert: await revertOfTransaction(client, hash) })
  // A contract wallet's transaction may succeed while the call inside it failed or is only proposed.
  if (work.callsId !== undefined || isShared) return lookBack(input, work)
  const isInPlace = own !== null && own.nonce >= (work.askedNonce ?? own.nonce)
  return onOther(input, work, isInPlace ? { code: 'cancelled' } : null)
}

/**
 * The transaction that the wallet named did not make the call. Another one may have, or may still: the
 * chain is read before anything is reported, and watched from here on. `failure` null: it says nothing
 * about the call.
 */
const onOther = async (
  input: WatchInput,
  work: PendingWork & { hash: Hash },
  failure: (Failure & { readonly code: 'revert' | 'cancelled' }) | null,
): Promise<Look> => {
  const { account, emit } = input
  forgetDeposit(account, work.hash)
  const said: FlowEvent[] = []
  const revertedHash = failure?.code === 'revert' ? { revertedHash: work.hash } : {}
  const next = { ...unnamed(work), ...revertedHash }
  const look = await lookBack({ ...input, emit: (event) => void said.push(event) }, next)
  const hasEnded = failure?.code === 'revert' && said.some(({ type }) => type === 'failed')
  const isUnused = hasEnded || said.some(({ type }) => type === 'looked')
  if (!isUnused || failure === null) {
    emit({ type: 'doubted', failure: null, isOther: true })
    for (const event of said) emit(event)
    return look
  }
  // The voucher ended unused next to its reverted transaction: the revert is reported.
  emit({ type: 'failed', failure })
  if (hasEnded) return look
  return {
    over: look.over,
    work: { ...look.work, over: failure.code === 'revert' ? 'reverted' : 'replaced' },
  }
}

/** Blocks to look for a batch that its wallet reports as mined, before that is doubted. */
const BATCH_BLOCKS = 20n

const isLate = async ({ client }: WatchInput, { sentAtBlock }: PendingWork): Promise<boolean> =>
  (await getBlockNumber(client)) - BigInt(sentAtBlock ?? '0') > BATCH_BLOCKS

/** Finds the transaction of a batch by the wallet's status; the chain and the order decide. */
const lookAtBatch = async (input: WatchInput, work: PendingWork & { callsId: string }): Promise<Look> => {
  const { account, emit, statusOf = batchStatus } = input
  const status = work.hash === undefined ? await statusOf(account, work.callsId) : null
  if (status?.hash) {
    emit({ type: 'repriced', hash: status.hash })
    return { over: false, work: { ...work, hash: status.hash } }
  }
  const { hash } = work
  const look = await (hash === undefined ? lookBack(input, work) : lookAtHash(input, { ...work, hash }))
  if (look.over || look.work.stage === 'seen' || look.work.hash !== hash) return look
  const isFailed = status?.at === 'failed'
  const isSaid = status?.at === 'included' || hash !== undefined
  if (!isFailed && !(isSaid && (await isLate(input, work)))) return look
  // The wallet reports that it will never be sent, or that it is mined and the chain shows nothing: it is
  // looked for all the same.
  emit({ type: 'doubted', failure: { code: isFailed ? 'batch-failed' : 'batch-unseen' }, isOther: true })
  return { over: false, work: unnamed(look.work) }
}

const lookAt = (input: WatchInput, work: PendingWork): Promise<Look> => {
  const { hash, callsId } = work
  if (callsId !== undefined) return lookAtBatch(input, { ...work, callsId })
  return hash === undefined ? lookBack(input, work) : lookAtHash(input, { ...work, hash })
}

/** False if the wallet or another tab recorded more while the chain was read. */
const isSame = (one: PendingWork | undefined, other: PendingWork): boolean =>
  one !== undefined &&
  one.hash === other.hash &&
  one.callsId === other.callsId &&
  one.over === other.over &&
  one.updatedAt === other.updatedAt

/** Whether a look found the call on the chain. Removed work of which it shows nothing was not sent. */
const isShown = ({ stage, hash }: PendingWork): boolean => stage === 'seen' || hash !== undefined

/**
 * Looks once, and stores what it found; the work as now known, null after its end. Another tab that follows
 * the same order may have ended and removed it: it is followed from memory then.
 */
const lookOnce = async (input: WatchInput, work: PendingWork): Promise<PendingWork | null> => {
  const { account, orderId } = input
  const isKept = findPending(account, orderId) !== undefined
  const look = await lookAt(input, work)
  const kept = findPending(account, orderId)
  if (isSame(kept, work)) {
    if (look.over) forgetPending(account, orderId)
    else if (look.work !== work) saveWork(account, look.work)
  }
  const isEnded = look.over && (kept === undefined || isSame(kept, work))
  return isEnded || !(isKept || isShown(look.work)) ? null : look.work
}

/**
 * Follows a call to its end, in this page or a later one: by the receipt of its hash, otherwise by its
 * replacement, otherwise by its effect (`look-back.ts`). Success is receipt status 1 of the call itself,
 * its effect on the chain, or the order used in the ledger. A node or server that does not answer is asked
 * again: that is no failure.
 */
export const watchOrder = async (input: WatchInput): Promise<void> => {
  const { account, orderId, signal, intervalMs, emit } = input
  let last = recallPending(account, orderId)
  let known = last?.hash
  while (!signal.aborted) {
    const work = findPending(account, orderId) ?? last
    if (work === undefined) return
    if (work.hash !== undefined && work.hash !== known) emit({ type: 'found', hash: work.hash })
    known = work.hash
    try {
      const next = await lookOnce(input, work)
      if (next === null) return
      last = next
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof BaseError)) throw error
      emit({ type: 'waiting', for: 'node' })
      await pause(intervalMs * NO_ANSWER_FACTOR, signal)
    }
    const isOpen = work.voucher === null || work.over !== undefined
    const isOld = isOpen && deviceNow() - work.updatedAt > OFTEN_MS
    await pause(intervalMs * (isOld ? SELDOM_FACTOR : 1), signal)
  }
}
