/**
 * Calls of which no transaction is known: the wallet was asked and did not say, or named one that no node
 * knows. What became of them is read from the account's own state: the contract's nonce and the order of a
 * voucher, the trace of a call without one, and how many transactions the account has sent.
 */

import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Address } from 'viem'
import { getBlock, getBlockNumber, readContract } from 'viem/actions'
import { callApi } from '../../../api/client.ts'
import { loadConfig } from '../../../api/config.ts'
import { voucherCall } from '../../../chain/calls/contract-call.ts'
import { countTransactions, findCall } from '../../../chain/calls/watch-transaction.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import { isContractWallet } from '../../../chain/wallet/wallet-ability.ts'
import { deviceNow } from '../../../ui/clock.ts'
import { effectOf, intentOfText, readEffect } from '../plan/direct-effect.ts'
import type { PendingWork } from '../work/pending.ts'
import type { FlowEvent } from './flow-state.ts'

/** The result of one look: the work as it is known now, and whether it is over. */
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

/** A hash that no node knows for this long is said to be unseen. */
const UNSEEN_AFTER_MS = 20_000

const askOrder = async (orderId: string): Promise<Voucher | null> =>
  (await callApi('openVouchers', { request: { orderId } })).items[0] ?? null

const isSent = ({ hash, callsId }: PendingWork): boolean => hash !== undefined || callsId !== undefined

/** The call that the wallet was asked for. */
export const callOfWork = ({ voucher, direct, data = '0x' }: PendingWork) => {
  if (voucher === null) return { to: direct?.to ?? ('0x' as Address), data }
  const call = voucherCall(voucher)
  return { to: call.to, data: data === '0x' ? call.data : data }
}

/** Whether the trace of a call without a voucher is on the chain. */
export const isDone = async (
  client: ChainClient,
  account: Address,
  { direct }: PendingWork,
  blockTag: 'latest' | 'finalized' = 'latest',
): Promise<boolean> => {
  if (direct === undefined) return false
  const intent = intentOfText(direct.intent)
  const { contracts } = await loadConfig()
  const now = await readEffect(client, intent, { account, contracts, blockTag })
  return now - BigInt(direct.before) >= effectOf(intent)
}

/** The account has sent more since: the call may be among them, under a hash that the wallet did not tell. */
const findHash = async (
  { client, account, emit }: LookInput,
  work: PendingWork,
  mined: number,
): Promise<PendingWork> => {
  const { minedBefore, sentAtBlock } = work
  if (minedBefore === undefined || sentAtBlock === undefined || mined <= minedBefore) return work
  if (work.minedLookedAt === mined) return work
  const place = { account, accountNonce: minedBefore, sentAtBlock: BigInt(sentAtBlock) }
  const hash = await findCall(client, { ...place, call: callOfWork(work), mined })
  if (hash === null || hash === work.hash) return { ...work, minedLookedAt: mined }
  emit({ type: 'repriced', hash })
  return { ...work, hash, stage: 'pending', minedLookedAt: mined }
}

interface Account {
  /** A shared wallet: its transactions are sent by others. */
  readonly isShared: boolean
  readonly mined: number
  readonly isWaiting: boolean
}

const readAccount = async ({ client, account }: LookInput): Promise<Account> => {
  const [isShared, counts] = await Promise.all([
    isContractWallet(client, account),
    countTransactions(client, account),
  ])
  return { isShared, ...counts, isWaiting: counts.isWaiting && !isShared }
}

/** Says that the chain does not show it. */
const sayNotSeen = ({ emit }: LookInput, work: PendingWork, { isShared, isWaiting }: Account): void => {
  if (isSent(work) && isShared) {
    emit({ type: 'waiting', for: 'cosigners' })
    return
  }
  const isUnseen = work.hash !== undefined && deviceNow() - work.updatedAt > UNSEEN_AFTER_MS
  if (isUnseen && work.voucher !== null) {
    emit({ type: 'waiting', for: 'unseen' })
    return
  }
  // A voucher ends by itself. Any other call may be sent for as long as the wallet has it.
  if (isUnseen) emit({ type: 'doubted', failure: null })
  if (isUnseen || !isSent(work)) emit({ type: 'looked', isWaiting })
}

/** The contract's nonce and the order tell what became of a voucher. */
const lookAtOrder = async (input: LookInput, work: PendingWork, voucher: Voucher): Promise<Look> => {
  const { client, account, emit, orderOf = askOrder } = input
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
    sayNotSeen(input, work, await readAccount(input))
    return { over: false, work: { ...work, stage: isSent(work) ? 'pending' : 'signing' } }
  }
  const order = await orderOf(work.orderId)
  if (order?.status === 'used') {
    emit({ type: 'found', hash: null })
    emit({ type: 'succeeded', evidence: 'order', blockNumber: null })
    return { over: true, work }
  }
  if (order?.status === 'superseded' || order?.status === 'expired') {
    emit({ type: 'failed', failure: { code: order.status } })
    return { over: true, work }
  }
  const { mined, isShared } = await readAccount(input)
  return { over: false, work: moved && !isShared ? await findHash(input, work, mined) : work }
}

const lookAtTrace = async (input: LookInput, work: PendingWork): Promise<Look> => {
  const { client, account, emit, isDoneAt = isDone } = input
  const state = await readAccount(input)
  const next = state.isShared ? work : await findHash(input, work, state.mined)
  if (next.hash !== work.hash) return { over: false, work: next }
  // Without a transaction of the account since, another account has raised the figure.
  const mayBeMined = state.isShared || state.mined > (work.minedBefore ?? 0)
  if (mayBeMined && (await isDoneAt(client, account, work))) {
    if (work.stage !== 'seen') {
      emit({ type: 'found', hash: null })
      const blockNumber = await getBlockNumber(client, { cacheTime: 0 })
      emit({ type: 'succeeded', evidence: 'receipt', blockNumber })
    }
    const over = await isDoneAt(client, account, work, 'finalized')
    if (over) emit({ type: 'finalized' })
    return { over, work: { ...next, stage: 'seen' } }
  }
  sayNotSeen(input, work, state)
  return { over: false, work: next }
}

export const lookBack = (input: LookInput, work: PendingWork): Promise<Look> =>
  work.voucher === null ? lookAtTrace(input, work) : lookAtOrder(input, work, work.voucher)
