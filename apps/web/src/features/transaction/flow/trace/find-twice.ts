import type { Hash } from 'viem'
import { carriesCall, countTransactions, findCalls } from '../../../../chain/calls/watch-transaction.ts'
import { type PendingWork, readPending } from '../../work/pending.ts'
import { callOfWork, type LookInput } from './look-back.ts'

/**
 * Finds the transactions of a call without a voucher that the wallet has sent more than once since it was
 * asked, as a wallet does that ignores the given nonce. Empty if one call was sent, or if another one was
 * requested.
 */
export const findTwice = async (
  { client, account }: Pick<LookInput, 'client' | 'account'>,
  work: PendingWork,
): Promise<readonly Hash[]> => {
  const { voucher, minedBefore, sentAtBlock, orderId, direct, data } = work
  if (voucher !== null || minedBefore === undefined || sentAtBlock === undefined) return []
  const { mined } = await countTransactions(client, account)
  if (mined <= minedBefore + 1) return []
  const works = readPending(account)
  // Another tab has ended and removed it, and with it the knowledge of what was requested since.
  if (!works.some((kept) => kept.orderId === orderId)) return []
  const others = works.filter(
    (other) => other.orderId !== orderId && other.direct?.to === direct?.to && other.data === data,
  )
  if (others.some(({ hash }) => hash === undefined)) return []
  const { done } = await findCalls(client, {
    account,
    accountNonce: minedBefore,
    sentAtBlock: BigInt(sentAtBlock),
    mined,
    isIt: (transaction) => carriesCall(transaction, callOfWork(work)),
  })
  const made = done.filter((hash) => others.every((other) => other.hash !== hash))
  return made.length > 1 ? made : []
}
