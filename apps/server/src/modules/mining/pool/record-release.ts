import { emittedAt } from '@dr/protocol/rules/emission'
import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import { posting, postJournal } from '../../ledger/index.ts'
import { foldPool, type Pool, undistributedOf } from './accumulator.rules.ts'
import { changesBetween, insertAccPoints, readPool, writePool } from './pool.ts'

/** A release is out of order, or has another amount than the schedule's: nothing may accrue from it. */
class ReleaseMismatchError extends FatalError {}

export interface Released {
  readonly releaseId: bigint
  readonly amount: bigint
  /** Unix seconds up to which all emission is in the vault. */
  readonly until: bigint
}

/** The machines' part of a release goes to the emission pool; the rest is owed to no account (ADR 0068). */
const postingsOf = (amount: bigint, { before, after }: { before: Pool; after: Pool }) => {
  const undistributed = undistributedOf(after) - undistributedOf(before)
  const parts = [
    ['emission-pool', amount - undistributed],
    ['undistributed-emission', undistributed],
  ] as const
  return parts.flatMap(([kind, part]) =>
    part === 0n
      ? []
      : [posting({ vault: 0, token: 'DR', from: { kind: 'chain' }, to: { kind }, amount: part })],
  )
}

/**
 * Records a final release of the emission: folds the mining pool to its `until`, so that accrued amounts
 * equal released ones (ADR 0002), and posts the amount. `startTime`: the emission's, Unix seconds.
 */
export const recordRelease = async (
  tx: Tx,
  { startTime }: { startTime: bigint },
  event: ChainEvent<Released>,
): Promise<void> => {
  const { releaseId, amount, until } = event.args
  const pool = await readPool(tx, startTime)
  const scheduled = emittedAt(startTime, until) - pool.released
  if (releaseId !== pool.releaseId + 1n || amount !== scheduled) {
    throw new ReleaseMismatchError(
      `release ${releaseId} of ${amount} after release ${pool.releaseId}, where ${scheduled} were due`,
    )
  }
  const folded = foldPool(pool, {
    until,
    changes: await changesBetween(tx, { from: pool.time, before: until }),
    emittedAt: (timestamp) => emittedAt(startTime, timestamp),
  })
  await postJournal(tx, {
    key: event.key,
    reason: 'mining.release',
    at: event.at,
    source: { kind: 'emission', releaseId: Number(releaseId), txHash: event.txHash },
    postings: postingsOf(amount, { before: pool, after: folded.pool }),
  })
  await insertAccPoints(tx, folded.points)
  await writePool(tx, { ...folded.pool, releaseId, released: pool.released + amount })
  await tx.announce({ topic: 'release', value: { until: Number(until) } })
}
