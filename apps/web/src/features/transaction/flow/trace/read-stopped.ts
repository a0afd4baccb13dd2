import type { Address, Hash, TransactionReceipt } from 'viem'
import { lookAtTransaction, readTransaction } from '../../../../chain/calls/watch-transaction.ts'
import type { ChainClient } from '../../../../chain/reads/public-client.ts'
import { findReceipt } from '../../../../chain/reads/read-receipt.ts'
import { isContractWallet } from '../../../../chain/wallet/wallet-ability.ts'
import { findPending, type PendingWork } from '../../work/pending.ts'
import type { StoppedWork } from '../../work/stopped.ts'
import { callOfWork, isIt, lookBack } from './look-back.ts'

/**
 * nothing: the wallet was not asked to pay. approved, approval-sent: an approval was mined, or only sent, and
 * no payment. replaced: the wallet sent another transaction instead. unknown: it was asked, and the chain
 * shows nothing.
 */
export type StoppedOutcome =
  | 'nothing'
  | 'approved'
  | 'approval-sent'
  | 'paid'
  | 'failed'
  | 'replaced'
  | 'waiting'
  | 'unknown'

const byReceipt = async (client: ChainClient, hash: Hash): Promise<StoppedOutcome> => {
  const receipt = await findReceipt(client, hash)
  if (receipt === null) return 'waiting'
  return receipt.status === 'success' ? 'paid' : 'failed'
}

/** The transaction that the wallet named may be another one. */
const ofReceipt = async (
  client: ChainClient,
  account: Address,
  { work, receipt }: { readonly work: PendingWork; readonly receipt: TransactionReceipt },
): Promise<StoppedOutcome> => {
  const sent = await readTransaction(client, receipt.transactionHash)
  const isNamed = sent !== null && isIt(work)(sent)
  if (isNamed || (await isContractWallet(client, account)))
    return receipt.status === 'success' ? 'paid' : 'failed'
  const { hash: _, ...unnamed } = work
  return byTrace(client, account, unnamed)
}

const bySight = async (
  client: ChainClient,
  account: Address,
  work: PendingWork & { readonly hash: Hash },
): Promise<StoppedOutcome> => {
  const sight = await lookAtTransaction(client, {
    account,
    hash: work.hash,
    call: callOfWork(work),
    accountNonce: work.accountNonce,
    sentAtBlock: BigInt(work.sentAtBlock ?? '0'),
  })
  if (sight.at === 'mined') return ofReceipt(client, account, { work, receipt: sight.receipt })
  if (sight.at !== 'replaced') return 'waiting'
  return sight.how === 'repriced' ? byReceipt(client, sight.by) : 'replaced'
}

/** Finds the outcome without a hash: by the account's later transactions, or by the call's effect. */
const byTrace = async (client: ChainClient, account: Address, work: PendingWork): Promise<StoppedOutcome> => {
  let done = false
  const look = await lookBack(
    {
      client,
      account,
      emit: ({ type }) => {
        if (type === 'succeeded') done = true
      },
      // Only the order's own session may request it.
      orderOf: async () => null,
    },
    work,
  )
  if (done) return 'paid'
  return look.work.hash === undefined ? 'unknown' : byReceipt(client, look.work.hash)
}

/**
 * Outcome of work that a change of the wallet's account stopped, read from storage and the chain only,
 * since that account is no longer signed in.
 */
export const readStoppedOutcome = async (
  client: ChainClient,
  { account, orderId, requested, approval, hash }: StoppedWork,
): Promise<StoppedOutcome> => {
  const work = orderId === null ? undefined : findPending(account, orderId)
  if (work?.hash !== undefined) return bySight(client, account, { ...work, hash: work.hash })
  if (hash !== null) return byReceipt(client, hash)
  if (!requested) return approval === null ? 'nothing' : approval === 'mined' ? 'approved' : 'approval-sent'
  return work === undefined ? 'unknown' : byTrace(client, account, work)
}
