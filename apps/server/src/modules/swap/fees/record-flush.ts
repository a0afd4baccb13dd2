import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { userIdOf } from '../../../platform/ids.ts'
import { type Posting, posting, postJournal } from '../../ledger/index.ts'
import type { SwapDeps } from '../deps.ts'
import { type CollectedFees, type FlushShares, shareFlush } from './fee-split.rules.ts'

export interface FeesFlushed {
  readonly flushId: bigint
  readonly amount: bigint
  readonly toNode: bigint
  readonly toDeflation: bigint
}

/** Takes the fees of every swap before this flush that no earlier flush took. */
const takeFees = async (
  tx: Tx,
  { args: { flushId }, blockNumber, logIndex }: ChainEvent<FeesFlushed>,
): Promise<{ fees: CollectedFees; swaps: number }> => {
  const { rows } = await tx.query<{ inviter_id: bigint | null; swaps: bigint; fees: bigint; due: bigint }>({
    name: 'swap_take_fees',
    text: `WITH taken AS (
        UPDATE swap_record SET flush_id = $1 WHERE flush_id IS NULL AND (block_number, log_index) < ($2, $3)
          RETURNING inviter_id, fee, inviter_share
      ) SELECT inviter_id, count(*) AS swaps, sum(fee) AS fees, sum(inviter_share) AS due
      FROM taken GROUP BY inviter_id ORDER BY inviter_id`,
    values: [flushId, blockNumber, logIndex],
  })
  const inviters = rows.flatMap(({ inviter_id, due }) =>
    inviter_id === null || due === 0n ? [] : [[Number(inviter_id), due] as const],
  )
  return {
    fees: { total: rows.reduce((sum, { fees }) => sum + fees, 0n), inviters: new Map(inviters) },
    swaps: rows.reduce((sum, { swaps }) => sum + Number(swaps), 0),
  }
}

const nodePostings = ({ inviters, nodePool }: FlushShares): Posting[] => {
  const fees = { vault: 2, token: 'USDT', from: { kind: 'chain' } } as const
  const shares = [...inviters].map(([userId, amount]) =>
    posting({ ...fees, to: { kind: 'user-available', userId: userIdOf(userId) }, amount }),
  )
  return nodePool === 0n
    ? shares
    : [...shares, posting({ ...fees, to: { kind: 'node-pool' }, amount: nodePool })]
}

/**
 * Records a final flush: 20 % of each swap's fee goes to the node account of the swapper's inviter, the rest
 * of the node vault's part to the node pool, the deflation vault's part to the dividend pool. Throws
 * RangeError unless the swaps' fees equal the flushed amount: the event then goes to suspense, and nothing is
 * shared.
 */
export const recordFlush = async (
  tx: Tx,
  { dividends, nodes }: Pick<SwapDeps, 'dividends' | 'nodes'>,
  event: ChainEvent<FeesFlushed>,
): Promise<void> => {
  const { flushId, toNode: node, toDeflation: deflation } = event.args
  const { fees, swaps } = await takeFees(tx, event)
  const shares = shareFlush({ node, deflation, fees })
  const { at, txHash, logIndex, blockTimestamp, key: eventKey } = event
  const postings = nodePostings(shares)
  if (postings.length > 0) {
    const posted = await postJournal(tx, {
      key: `${eventKey}:node`,
      reason: 'swap.fee-node',
      at,
      source: { kind: 'swap-fees', flushId: flushId.toString(), swaps, txHash },
      postings,
    })
    const part = { kind: 'swap-fees', token: 'USDT', amount: shares.nodePool } as const
    await nodes.receiveIncome(tx, { ...event, ...part, reference: flushId.toString(), posted })
  }
  const amount = shares.dividendPool
  await dividends.receiveFees(tx, { eventKey, at, blockTimestamp, txHash, logIndex, amount, flushId, swaps })
}
