import type { ResponseOf } from '@dr/protocol/call'
import type { miningInfo as miningInfoCall } from '@dr/protocol/calls/user-mining'
import { dailyRateAt, emissionEnd } from '@dr/protocol/rules/emission'
import { rewardPerDay } from '@dr/protocol/rules/mining-rate'
import type { Logger } from 'pino'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { DAY_SECONDS } from '../../../platform/durations.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { collectWait } from '../collect/collect.rules.ts'
import { type PendingDeps, pendingForShowing } from '../electricity/pending-payments.ts'
import { ACC_SCALE } from '../pool/accumulator.rules.ts'
import { readPool, readPosition } from '../pool/pool.ts'
import { networkPowerAt, userPowerAt } from '../pool/power.ts'

interface StateCounts {
  not_activated: bigint
  activated: bigint
  producing: bigint
  paused: bigint
}

/**
 * Machines by state (docs/product.md 6); a payment that is not final yet shows as `activated`, unless the
 * machine produces.
 */
const countStates = async (
  reader: Reader,
  { userId, now, pending }: { userId: UserId; now: bigint; pending: readonly bigint[] },
): Promise<StateCounts> => {
  const { rows } = await reader.query<StateCounts>({
    name: 'mining_state_counts',
    text: `SELECT count(*) FILTER (WHERE NOT pending AND paid_until IS NULL) AS not_activated,
        count(*) FILTER (WHERE pending AND NOT coalesce(paid_until > $2, false)) AS activated,
        count(*) FILTER (WHERE paid_until > $2) AS producing,
        count(*) FILTER (WHERE NOT pending AND paid_until <= $2) AS paused
      FROM (SELECT paid_until, id = ANY($3::bigint[]) AS pending FROM mining_machine WHERE user_id = $1) m`,
    values: [userId, now, pending],
  })
  return rows[0] as StateCounts
}

/** Includes machines whose life has ended, since a product's limit counts all purchases. */
const boughtByProduct = async (reader: Reader, userId: UserId) => {
  const { rows } = await reader.query<{ product_id: string; count: bigint }>({
    name: 'mining_bought_by_product',
    text: `SELECT product_id, sum(machine_count)::bigint AS count FROM mining_purchase
      WHERE user_id = $1 GROUP BY product_id ORDER BY product_id`,
    values: [userId],
  })
  return rows.map(({ product_id: productId, count }) => ({ productId, count: Number(count) }))
}

const collectedSince = async (reader: Reader, userId: UserId, since: bigint): Promise<bigint> => {
  const { rows } = await reader.query<{ amount: bigint }>({
    name: 'mining_collected_since',
    text: 'SELECT coalesce(sum(amount), 0) AS amount FROM mining_collect WHERE user_id = $1 AND at >= $2',
    values: [userId, since],
  })
  return rows[0]?.amount ?? 0n
}

/** The state of the user's machines and their earnings: exact, and funded up to `asOf`. */
export const miningInfo = async (
  deps: PendingDeps & { readonly logger: Logger; readonly reader: Reader; readonly startTime: bigint },
  { userId, account }: { userId: UserId; account: LowerHex },
): Promise<ResponseOf<typeof miningInfoCall>> => {
  const { reader, startTime } = deps
  const pending = await pendingForShowing(deps, reader, { account })
  const clock = await chainNow(reader)
  const now = clock.timestamp
  const pool = await readPool(reader, startTime)
  const { position, collects } = await readPosition(reader, { userId, pool })
  const power = await userPowerAt(reader, userId, now)
  const networkPower = await networkPowerAt(reader, pool, now)
  const states = await countStates(reader, { userId, now, pending })
  const today = await collectedSince(reader, userId, (now / DAY_SECONDS) * DAY_SECONDS)
  const rate = rewardPerDay({ emissionPerDay: dailyRateAt(startTime, now), power, networkPower })
  const accrued = position.accrued / ACC_SCALE
  const wait = collectWait({ ...collects, now, accrued, asOf: pool.time, ratePerDay: rate })
  return {
    machines: {
      'not-activated': Number(states.not_activated),
      activated: Number(states.activated),
      producing: Number(states.producing),
      paused: Number(states.paused),
    },
    bought: await boughtByProduct(reader, userId),
    power: Number(power),
    networkPower: Number(networkPower),
    accrued: accrued.toString(),
    asOf: Number(pool.time),
    releaseId: pool.releaseId.toString(),
    ratePerDay: rate.toString(),
    collectedToday: today.toString(),
    collectedTotal: collects.collectedTotal.toString(),
    notCollectable: wait?.reason ?? null,
    nextCollectableAt: wait?.at == null ? null : Number(wait.at),
    fundedUntil: Number(emissionEnd(startTime)),
    clock: { blockNumber: Number(clock.blockNumber), timestamp: Number(now) },
  }
}
