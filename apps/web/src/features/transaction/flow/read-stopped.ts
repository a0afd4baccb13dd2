import type { Address, Hash } from 'viem'
import { lookAtTransaction } from '../../../chain/calls/watch-transaction.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import { findReceipt } from '../../../chain/reads/read-receipt.ts'
import { findPending, type PendingWork } from '../work/pending.ts'
import type { StoppedWork } from '../work/stopped.ts'
import { callOfWork, lookBack } from './look-back.ts'

/**
 * nothing: the wallet was not asked to pay. approved: an approval went out, and no payment. replaced: the
 * wallet sent another transaction in its place. unknown: it was asked, and the chain shows nothing of it.
 */
export type StoppedOutcome = 'nothing' | 'approved' | 'paid' | 'failed' | 'replaced' | 'waiting' | 'unknown'

const byReceipt = async (client: ChainClient, hash: Hash): Promise<StoppedOutcome> => {
  const receipt = await findReceipt(client, hash)
  if (receipt === null) return 'waiting'
  return receipt.status === 'success' ? 'paid' : 'failed'
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
  if (sight.at === 'mined') return sight.receipt.status === 'success' ? 'paid' : 'failed'
  if (sight.at !== 'replaced') return 'waiting'
  return sight.how === 'repriced' ? byReceipt(client, sight.by) : 'replaced'
}

/** No hash is known: found by what the account sent since, or by what the call changed. */
const byTrace = async (client: ChainClient, account: Address, work: PendingWork): Promise<StoppedOutcome> => {
  let done = false
  const look = await lookBack(
    {
      client,
      account,
      emit: ({ type }) => {
        if (type === 'succeeded') done = true
      },
      // Only its own session may ask for the order.
      orderOf: async () => null,
    },
    work,
  )
  if (done) return 'paid'
  return look.work.hash === undefined ? 'unknown' : byReceipt(client, look.work.hash)
}

/**
 * What became of work that a change of the wallet's account stopped, from what is kept of it and from the
 * chain alone: its account is not signed in any more.
 */
export const readStoppedOutcome = async (
  client: ChainClient,
  { account, orderId, requested, approved, hash }: StoppedWork,
): Promise<StoppedOutcome> => {
  const work = orderId === null ? undefined : findPending(account, orderId)
  if (work?.hash !== undefined) return bySight(client, account, { ...work, hash: work.hash })
  if (hash !== null) return byReceipt(client, hash)
  if (!requested) return approved ? 'approved' : 'nothing'
  return work === undefined ? 'unknown' : byTrace(client, account, work)
}
