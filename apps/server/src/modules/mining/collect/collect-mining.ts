import { COLLECT_MINIMUM } from '@dr/protocol/constants'
import { rewardPerDay } from '@dr/protocol/rules/mining-rate'
import { AppError } from '../../../platform/app-error.ts'
import { createBatcher, fulfilled, rejected, type Settled } from '../../../platform/batcher.ts'
import { type ChainNow, chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type NewJournal, posting, postJournals } from '../../ledger/index.ts'
import { ACC_SCALE, collectPosition, type Position } from '../pool/accumulator.rules.ts'
import { dailyRateAt } from '../pool/emission.rules.ts'
import { type CollectState, type PoolState, readPool } from '../pool/pool.ts'
import { type CollectWait, collectWait } from './collect.rules.ts'
import { closePositions, lockPositions, writeCollects } from './collect-store.ts'

export interface Collected {
  /** Base units of DR. */
  readonly amount: bigint
  readonly journalId: bigint
  /** Unix seconds: accrued up to here. */
  readonly asOf: bigint
  readonly releaseId: bigint
  /** Unix seconds: at the present rate; null: never at this rate. */
  readonly nextCollectableAt: bigint | null
}

/** A user's accrued DR, settled to the pool, and since when. */
interface Collectable {
  readonly position: Position
  readonly collects: CollectState
}

/** When a user may collect, at the rate of the pool's time; null: now. */
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

/** A collect that may be, before it is posted. */
interface Claim extends Collectable {
  readonly userId: UserId
  readonly amount: bigint
}

type Moment = { readonly pool: PoolState; readonly now: ChainNow; readonly startTime: bigint }

/** @throws AppError NOT_COLLECTABLE_YET. */
const claimOf = (userId: UserId, held: Collectable, { pool, now, startTime }: Moment): Claim => {
  const { position, collects } = held
  const wait = waitOf(held, { pool, now: now.timestamp, startTime })
  if (wait !== null) {
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

/** What each of the users may collect now; of one who is named twice only the first. */
const claimAll = async (
  tx: Tx,
  { userIds, startTime }: { userIds: readonly UserId[]; startTime: bigint },
): Promise<{
  claims: Settled<Claim>[]
  /** Positions that were made for them just now. */
  opened: readonly UserId[]
  pool: PoolState
  now: ChainNow
}> => {
  // Positions are locked before the pool is read: what the one before us settled to is never after our pool.
  const { opened, read } = await lockPositions(tx, userIds)
  const now = await chainNow(tx)
  const pool = await readPool(tx, startTime)
  const positions = await read(pool)
  const claims = userIds.map((userId): Settled<Claim> => {
    try {
      const claim = claimOf(userId, positions.of(userId), { pool, now, startTime })
      positions.set(userId, claim)
      return fulfilled(claim)
    } catch (error) {
      return rejected(error)
    }
  })
  return { claims, opened, pool, now }
}

/**
 * Moves what has accrued, all of it released before, from the emission pool into the users' miner accounts:
 * many users in a handful of statements, each answered for itself. From `COLLECT_MINIMUM` on, at most once in
 * an hour by the product's clock: NOT_COLLECTABLE_YET (30006) otherwise, which changes nothing for the user.
 * Of two at once the second waits for the first, and is refused.
 */
const collectMining = async (
  tx: Tx,
  input: { readonly userIds: readonly UserId[]; readonly startTime: bigint },
): Promise<Settled<Collected>[]> => {
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

/** Collects of users who come at the same time, in one transaction. */
export const createCollector = ({
  database,
  startTime,
}: {
  readonly database: Database
  readonly startTime: bigint
}): ((userId: UserId) => Promise<Collected>) =>
  createBatcher({ run: (userIds) => database.transaction((tx) => collectMining(tx, { userIds, startTime })) })
