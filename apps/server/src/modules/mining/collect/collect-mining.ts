import { COLLECT_MINIMUM } from '@dr/protocol/constants'
import { dailyRateAt } from '@dr/protocol/rules/emission'
import { rewardPerDay } from '@dr/protocol/rules/mining-rate'
import { AppError } from '../../../platform/app-error.ts'
import { createBatcher, fulfilled, rejected, type Settled } from '../../../platform/batcher.ts'
import { type ChainNow, chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type NewJournal, posting, postJournals } from '../../ledger/index.ts'
import { ACC_SCALE, collectPosition, type Position } from '../pool/accumulator.rules.ts'
import { type CollectState, type PoolState, readPool } from '../pool/pool.ts'
import { type CollectWait, collectWait } from './collect.rules.ts'
import { closePositions, lockPositions, writeCollects } from './collect-store.ts'

export interface Collected {
  /** Base units of DR. */
  readonly amount: bigint
  readonly journalId: bigint
  /** Time up to which it accrued, Unix seconds. */
  readonly asOf: bigint
  readonly releaseId: bigint
  /** Unix seconds, at the current rate; null: never at this rate. */
  readonly nextCollectableAt: bigint | null
}

/** A user's accrued DR, settled to the pool, with the last collection. */
interface Collectable {
  readonly position: Position
  readonly collects: CollectState
}

/**
 * Reason and time until which a user has to wait, at the rate of the pool's time; null if they may collect
 * now.
 */
const waitOf = (
  { position, collects }: Collectable,
  { pool, now, startTime }: { readonly pool: PoolState; readonly now: bigint; readonly startTime: bigint },
): CollectWait | null =>
  collectWait({
    lastCollectedAt: collects.lastCollectedAt,
    now,
    accrued: position.accrued / ACC_SCALE,
    asOf: pool.time,
    ratePerDay: rewardPerDay({
      emissionPerDay: dailyRateAt(startTime, pool.time),
      power: position.power,
      networkPower: pool.power,
    }),
  })

/** A permitted collection, before it is posted. */
interface Claim extends Collectable {
  readonly userId: UserId
  readonly amount: bigint
}

type Moment = {
  readonly pool: PoolState
  readonly now: ChainNow
  readonly startTime: bigint
  /** For a claim on chain: neither the hourly limit nor the minimum applies. */
  readonly unlimited?: boolean | undefined
}

/** @throws AppError NOT_COLLECTABLE_YET. */
const claimOf = (
  userId: UserId,
  held: Collectable,
  { pool, now, startTime, unlimited = false }: Moment,
): Claim => {
  const { position, collects } = held
  const wait = waitOf(held, { pool, now: now.timestamp, startTime })
  if (wait !== null && !(unlimited && position.accrued >= ACC_SCALE)) {
    throw new AppError('NOT_COLLECTABLE_YET', {
      details: {
        reason: wait.reason,
        nextCollectableAt: wait.at === null ? null : Number(wait.at),
        minimum: COLLECT_MINIMUM.toString(),
      },
    })
  }
  const { position: after, amount } = collectPosition(position)
  return {
    userId,
    amount,
    position: after,
    collects: {
      collectCount: collects.collectCount + 1,
      collectedTotal: collects.collectedTotal + amount,
      lastCollectedAt: now.timestamp,
    },
  }
}

const journalOf = (
  { userId, amount, collects }: Claim,
  { releaseId }: PoolState,
  { at }: ChainNow,
): NewJournal => ({
  key: `order:mining-${userId}-${collects.collectCount}:collect`,
  reason: 'mining.collect',
  at,
  source: { kind: 'emission', releaseId: Number(releaseId) },
  postings: [
    posting({
      vault: 0,
      token: 'DR',
      from: { kind: 'emission-pool' },
      to: { kind: 'user-available', userId },
      amount,
    }),
  ],
})

interface CollectInput {
  readonly userIds: readonly UserId[]
  readonly startTime: bigint
  readonly unlimited?: boolean
}

const isNotYet = (error: unknown): boolean =>
  error instanceof AppError && error.error === 'NOT_COLLECTABLE_YET'

/** Each user's possible collection; of a repeated user only the first. */
const claimAll = async (
  tx: Tx,
  { userIds, startTime, unlimited }: CollectInput,
): Promise<{
  claims: Settled<Claim>[]
  /** Users whose positions were created by this call. */
  opened: readonly UserId[]
  pool: PoolState
  now: ChainNow
}> => {
  // Positions are locked before the pool is read, so that no position is settled beyond this pool.
  const { opened, read } = await lockPositions(tx, userIds)
  const now = await chainNow(tx)
  const pool = await readPool(tx, startTime)
  const positions = await read(pool)
  const claims = userIds.map((userId): Settled<Claim> => {
    try {
      const claim = claimOf(userId, positions.of(userId), { pool, now, startTime, unlimited })
      positions.set(userId, claim)
      return fulfilled(claim)
    } catch (error) {
      return rejected(error)
    }
  })
  return { claims, opened, pool, now }
}

/**
 * Moves accrued amounts, all of them released, from the emission pool into the users' miner accounts, for
 * many users in a few statements with an outcome each. Requires `COLLECT_MINIMUM` and an hour since the last
 * collection by the chain's clock; otherwise NOT_COLLECTABLE_YET (30006), which changes nothing for the user.
 * A concurrent second call waits for the first, and is refused.
 */
const collectMining = async (tx: Tx, input: CollectInput): Promise<Settled<Collected>[]> => {
  const { startTime } = input
  const { claims, opened, pool, now } = await claimAll(tx, input)
  const wanted = claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value] : []))
  if (wanted.length === 0) {
    await closePositions(tx, opened)
    return claims.map((claim) => claim as PromiseRejectedResult)
  }
  const outcomes = await postJournals(
    tx,
    wanted.map((claim) => journalOf(claim, pool, now)),
  )
  const collected = new Map<Claim, Settled<Collected>>(
    wanted.map((claim, index) => {
      const outcome = outcomes[index]
      if (!outcome?.posted) return [claim, rejected(outcome?.error)]
      return [
        claim,
        fulfilled({
          amount: claim.amount,
          journalId: outcome.journalId,
          asOf: pool.time,
          releaseId: pool.releaseId,
          nextCollectableAt: waitOf(claim, { pool, now: now.timestamp, startTime })?.at ?? null,
        }),
      ]
    }),
  )
  const done = [...collected].flatMap(([claim, outcome]) =>
    outcome.status === 'fulfilled' ? [{ ...claim, journalId: outcome.value.journalId }] : [],
  )
  await writeCollects(tx, done, { releaseId: pool.releaseId, at: now.timestamp })
  await tx.announce({ topic: 'machines', of: done.map(({ userId }) => userId) })
  await closePositions(tx, opened)
  return claims.map((claim) =>
    claim.status === 'fulfilled' ? (collected.get(claim.value) as Settled<Collected>) : claim,
  )
}

/** Collects for concurrent users in one transaction. */
export const createCollector = ({
  database,
  startTime,
}: {
  readonly database: Database
  readonly startTime: bigint
}): ((userId: UserId) => Promise<Collected>) =>
  createBatcher({ run: (userIds) => database.transaction((tx) => collectMining(tx, { userIds, startTime })) })

/**
 * Collects all that a user has accrued, within the caller's transaction and at any time; nothing if it is less
 * than a base unit.
 */
export const collectAll = async (
  tx: Tx,
  { userId, startTime }: { readonly userId: UserId; readonly startTime: bigint },
): Promise<void> => {
  const [outcome] = await collectMining(tx, { userIds: [userId], startTime, unlimited: true })
  if (outcome?.status === 'rejected' && !isNotYet(outcome.reason)) throw outcome.reason
}
