/**
 * Finds the outcome of calls without a known transaction: the wallet did not answer, or named a hash that
 * no node knows. It is read from the account's state: the contract's nonce and the order of a voucher, the
 * effect of a call without one, and the account's number of transactions.
 */

import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Address } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { callApi } from '../../../../api/client.ts'
import { loadConfig } from '../../../../api/config.ts'
import { type ContractCall, voucherCall } from '../../../../chain/calls/contract-call.ts'
import {
  carriesCall,
  countTransactions,
  findCalls,
  isEdited,
  type Mined,
} from '../../../../chain/calls/watch-transaction.ts'
import { readNewestBlock } from '../../../../chain/reads/block-of-calls.ts'
import type { ChainClient } from '../../../../chain/reads/public-client.ts'
import { isContractWallet } from '../../../../chain/wallet/wallet-ability.ts'
import { deviceNow } from '../../../../ui/clock.ts'
import { effectOf, intentOfText, readEffect } from '../../plan/direct-effect.ts'
import { revertOfTransaction } from '../../words/revert-reason.ts'
import type { PendingWork } from '../../work/pending.ts'
import type { FlowEvent } from '../flow-state.ts'

/** Result of one look: the work as now known, and whether it has ended. */
export interface Look {
  readonly over: boolean
  readonly work: PendingWork
}

export interface LookInput {
  readonly client: ChainClient
  readonly account: Address
  readonly emit: (event: FlowEvent) => void
  readonly orderOf?: (orderId: string) => Promise<Voucher | null>
  readonly isDoneAt?: typeof isDone
}

/** Milliseconds after which a hash that no node knows counts as unseen. */
const UNSEEN_AFTER_MS = 20_000

const askOrder = async (orderId: string): Promise<Voucher | null> =>
  (await callApi('openVouchers', { request: { orderId } })).items[0] ?? null

const isSent = ({ hash, callsId }: PendingWork): boolean => hash !== undefined || callsId !== undefined

/** The call that the wallet was asked for; for a voucher, without the permits passed in before it. */
export const callOfWork = ({ voucher, direct, data = '0x' }: PendingWork): ContractCall =>
  voucher === null ? { to: direct?.to ?? ('0x' as Address), data } : voucherCall(voucher)

/** Whether a transaction is this work's call. A voucher's fields are signed, so it cannot be edited. */
export const isIt =
  (work: PendingWork) =>
  (transaction: Mined): boolean =>
    carriesCall(transaction, callOfWork(work)) ||
    (work.voucher === null && isEdited(transaction, callOfWork(work)))

/** Whether the effect of a call without a voucher is on the chain. */
const isDone = async (
  client: ChainClient,
  account: Address,
  { direct }: PendingWork,
  at: { readonly blockNumber: bigint } | { readonly blockTag: 'finalized' },
): Promise<boolean> => {
  if (direct === undefined) return false
  const intent = intentOfText(direct.intent)
  const { contracts } = await loadConfig()
  const now = await readEffect(client, intent, { account, contracts, at })
  return now - BigInt(direct.before) >= effectOf(intent)
}

/** Finds the call among the account's later transactions, under a hash that the wallet did not report. */
const findHash = async (
  { client, account, emit }: LookInput,
  work: PendingWork,
  mined: number,
): Promise<PendingWork> => {
  const { minedBefore, sentAtBlock } = work
  if (minedBefore === undefined || sentAtBlock === undefined || mined <= minedBefore) return work
  if (work.minedLookedAt === mined) return work
  const place = { account, accountNonce: minedBefore, sentAtBlock: BigInt(sentAtBlock) }
  const { done, reverted, isCut } = await findCalls(client, { ...place, isIt: isIt(work), mined })
  const hash = done[0] ?? reverted
  if (isCut && done.length === 0) return work
  if (hash === null || hash === work.hash || hash === work.revertedHash)
    return { ...work, minedLookedAt: mined }
  if (work.stage === 'seen') emit({ type: 'unmined' })
  emit({ type: 'repriced', hash })
  const { over: _, ...open } = work
  return { ...open, hash, stage: 'pending', minedLookedAt: mined }
}

interface Account {
  /** A contract wallet: other accounts send its transactions. */
  readonly isShared: boolean
  readonly mined: number
  readonly isWaiting: boolean
  /** Block up to which `mined` counts, never older than that at which the call was kept. */
  readonly blockNumber: bigint
}

const readAccount = async ({ client, account }: LookInput, at: bigint): Promise<Account> => {
  const [isShared, counts] = await Promise.all([
    isContractWallet(client, account),
    countTransactions(client, account, at),
  ])
  return { isShared, ...counts, isWaiting: counts.isWaiting && !isShared }
}

/** Reports that the chain does not show the call, or no longer does after a reorganisation. */
const sayNotSeen = (
  { emit }: LookInput,
  work: PendingWork,
  { isShared, isWaiting, blockNumber }: Account,
): void => {
  if (work.stage === 'seen') emit({ type: 'unmined' })
  if (isSent(work) && isShared) {
    emit({ type: 'waiting', for: 'cosigners' })
    return
  }
  const isUnseen = work.hash !== undefined && deviceNow() - work.updatedAt > UNSEEN_AFTER_MS
  if (isUnseen && work.voucher !== null) {
    emit({ type: 'waiting', for: 'unseen' })
    return
  }
  // A voucher ends by its deadline. Any other call may be sent for as long as the wallet keeps it.
  if (isUnseen) emit({ type: 'doubted', failure: null })
  if (isUnseen || !isSent(work)) emit({ type: 'looked', isWaiting, blockNumber })
}

const notSeen = (work: PendingWork): PendingWork => ({
  ...work,
  stage: isSent(work) ? 'pending' : 'signing',
})

/** Says how a voucher ended unused: by its own transaction that was reverted, where there is one. */
const sayEnded = async (
  { client, emit }: LookInput,
  { revertedHash }: PendingWork,
  code: 'superseded' | 'expired',
): Promise<void> => {
  if (revertedHash === undefined) return emit({ type: 'failed', failure: { code } })
  emit({ type: 'repriced', hash: revertedHash })
  emit({
    type: 'failed',
    failure: { code: 'revert', revert: await revertOfTransaction(client, revertedHash) },
  })
}

/** Finds the outcome of a voucher by the contract's nonce and the order. */
const lookAtOrder = async (input: LookInput, work: PendingWork, voucher: Voucher): Promise<Look> => {
  const { client, account, emit, orderOf = askOrder } = input
  const blockNumber = await readNewestBlock(client, BigInt(work.sentAtBlock ?? 0))
  const [nonce, block] = await Promise.all([
    readContract(client, {
      address: voucher.contract as Address,
      abi: digitalRightsAbi,
      functionName: 'nonces',
      args: [account],
      blockNumber,
    }),
    getBlock(client, { blockTag: 'finalized' }),
  ])
  const moved = nonce > BigInt(voucher.nonce)
  const past = Number(block.timestamp) > voucher.deadline
  if (!moved && !past) {
    sayNotSeen(input, work, await readAccount(input, blockNumber))
    return { over: false, work: notSeen(work) }
  }
  const order = await orderOf(work.orderId)
  if (order?.status === 'used') {
    emit({ type: 'found', hash: null })
    emit({ type: 'succeeded', evidence: 'order', blockNumber: null })
    return { over: true, work }
  }
  if (order?.status === 'superseded' || order?.status === 'expired') {
    await sayEnded(input, work, order.status)
    return { over: true, work }
  }
  const { mined, isShared } = await readAccount(input, blockNumber)
  return { over: false, work: moved && !isShared ? await findHash(input, work, mined) : work }
}

/**
 * Whether the effect alone proves a call. Other accounts may raise the same figure, so the account's own
 * transaction is the proof if there is one. The effect counts for a contract wallet, for a batch that
 * others may send, and if the account's later transactions cannot be read.
 */
const countsByTrace = ({ isShared, mined }: Account, work: PendingWork): boolean => {
  const { isBatch, callsId, minedBefore = 0, minedLookedAt } = work
  return (
    isShared || isBatch === true || callsId !== undefined || (mined > minedBefore && minedLookedAt !== mined)
  )
}

/** Another transaction has the nonce of a refused call, or the call is old: nothing is stored any more. */
const isForgotten = ({ mined, isWaiting }: Account, work: PendingWork): boolean => {
  if (work.over === undefined || isWaiting) return false
  const isTaken = work.over === 'refused' && mined > (work.askedNonce ?? mined)
  return isTaken || deviceNow() - work.updatedAt > OVER_KEPT_MS
}
const OVER_KEPT_MS = 3_600_000

const lookAtTrace = async (input: LookInput, work: PendingWork): Promise<Look> => {
  const { client, account, emit, isDoneAt = isDone } = input
  const state = await readAccount(input, await readNewestBlock(client, BigInt(work.sentAtBlock ?? 0)))
  const next = state.isShared ? work : await findHash(input, work, state.mined)
  if (next.hash !== work.hash) return { over: false, work: next }
  if (countsByTrace(state, next) && (await isDoneAt(client, account, work, state))) {
    emit({ type: 'found', hash: null })
    emit({ type: 'succeeded', evidence: 'receipt', blockNumber: state.blockNumber })
    // Stored as seen at once, so that the next request is no second attempt at it.
    if (work.stage !== 'seen') return { over: false, work: { ...next, stage: 'seen' } }
    const over = await isDoneAt(client, account, work, { blockTag: 'finalized' })
    if (over) emit({ type: 'finalized' })
    return { over, work: { ...next, stage: 'seen' } }
  }
  sayNotSeen(input, work, state)
  return { over: isForgotten(state, next), work: next.stage === 'seen' ? notSeen(next) : next }
}

export const lookBack = (input: LookInput, work: PendingWork): Promise<Look> =>
  work.voucher === null ? lookAtTrace(input, work) : lookAtOrder(input, work, work.voucher)

/**
 * Result of one look at an attempt before the same is signed again. ended: no transaction can use its
 * voucher any more.
 */
export type Fate = 'seen' | 'waiting' | 'unseen' | 'ended'

export const fateOf = async (input: Omit<LookInput, 'emit'>, work: PendingWork): Promise<Fate> => {
  let fate: Fate = 'seen'
  const look = await lookBack(
    {
      ...input,
      emit: (event) => {
        if (event.type === 'looked') fate = event.isWaiting ? 'waiting' : 'unseen'
        if (event.type === 'failed') fate = 'ended'
      },
    },
    { ...work, minedLookedAt: -1 },
  )
  return look.work.hash === undefined ? fate : 'seen'
}
