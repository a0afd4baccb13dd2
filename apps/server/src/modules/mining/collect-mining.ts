import { base } from '@dr/protocol/amounts'
import { COLLECT_INTERVAL_SECONDS } from '@dr/protocol/constants'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain-clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { account, postJournal } from '../ledger/index.ts'
import { collectPosition, type Position } from './accumulator.rules.ts'
import { nextCollectableAt } from './collect.rules.ts'
import { type CollectState, type PoolState, readPool, readPosition } from './pool.ts'

export interface Collected {
  /** Base units of DR. */
  readonly amount: bigint
  readonly journalId: bigint
  /** Unix seconds: accrued up to here. */
  readonly asOf: bigint
  readonly releaseId: bigint
  /** Unix seconds. */
  readonly nextCollectableAt: bigint
}

const openPosition = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx.query({
    name: 'mining_position_open',
    text: `INSERT INTO mining_position (user_id, settled_to, power, acc, accrued, collect_count, collected_total)
      VALUES ($1, 0, 0, 0, 0, 0, 0) ON CONFLICT (user_id) DO NOTHING`,
    values: [userId],
  })
}

const writePosition = async (
  tx: Tx,
  userId: UserId,
  { position, collects }: { position: Position; collects: CollectState },
): Promise<void> => {
  await tx.query({
    name: 'mining_position_write',
    text: `UPDATE mining_position SET settled_to = $2, power = $3, acc = $4, accrued = $5, collect_count = $6,
        collected_total = $7, last_collected_at = $8 WHERE user_id = $1`,
    values: [
      ...[userId, position.settledTo, position.power, position.acc, position.accrued],
      ...[collects.collectCount, collects.collectedTotal, collects.lastCollectedAt],
    ],
  })
}

const postCollect = async (
  tx: Tx,
  collect: { userId: UserId; number: number; amount: bigint; pool: PoolState; at: Date },
): Promise<bigint> => {
  const { userId, number, amount, pool, at } = collect
  const { journalId } = await postJournal(tx, {
    key: `order:mining-${userId}-${number}:collect`,
    reason: 'mining.collect',
    at,
    source: { kind: 'emission', releaseId: Number(pool.releaseId) },
    postings: [
      {
        from: account({ vault: 0, token: 'DR', kind: 'emission-pool' }),
        to: account({ vault: 0, token: 'DR', kind: 'user-available', userId }),
        amount: base('DR', amount),
      },
    ],
  })
  return journalId
}

/**
 * Moves what has accrued, all of it released before, from the emission pool into the user's miner account. At most once
 * in 24 hours by the product's clock: NOT_COLLECTABLE_YET (30006) before, and when less than one base unit accrued.
 * Of two at once the second waits for the first, and is refused.
 */
export const collectMining = async (
  tx: Tx,
  { userId, startTime }: { userId: UserId; startTime: bigint },
): Promise<Collected> => {
  await openPosition(tx, userId)
  // The position is locked before the pool is read: what the one before us settled to is never after our pool.
  await tx.query({
    name: 'mining_position_only_lock',
    text: 'SELECT 1 FROM mining_position WHERE user_id = $1 FOR UPDATE',
    values: [userId],
  })
  const now = await chainNow(tx)
  const pool = await readPool(tx, startTime)
  const { position, collects } = await readPosition(tx, { userId, pool })
  const next = nextCollectableAt({ lastCollectedAt: collects.lastCollectedAt, now: now.timestamp })
  if (next !== null) {
    throw new AppError('NOT_COLLECTABLE_YET', { details: { nextCollectableAt: Number(next) } })
  }
  const { position: after, amount } = collectPosition(position)
  if (amount === 0n) throw new AppError('NOT_COLLECTABLE_YET', { details: { reason: 'nothing-accrued' } })

  const number = collects.collectCount + 1
  const journalId = await postCollect(tx, { userId, number, amount, pool, at: now.at })
  await writePosition(tx, userId, {
    position: after,
    collects: {
      collectCount: number,
      collectedTotal: collects.collectedTotal + amount,
      lastCollectedAt: now.timestamp,
    },
  })
  await tx.query({
    name: 'mining_collect_insert',
    text: 'INSERT INTO mining_collect (journal_id, user_id, at, amount, release_id) VALUES ($1, $2, $3, $4, $5)',
    values: [journalId, userId, now.timestamp, amount, pool.releaseId],
  })
  return {
    amount,
    journalId,
    asOf: pool.time,
    releaseId: pool.releaseId,
    nextCollectableAt: now.timestamp + BigInt(COLLECT_INTERVAL_SECONDS),
  }
}
