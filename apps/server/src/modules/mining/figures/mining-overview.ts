import { dailyRateAt, emissionEnd, emittedAt } from '@dr/protocol/rules/emission'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { undistributedOf } from '../pool/accumulator.rules.ts'
import { readPool } from '../pool/pool.ts'
import { networkPowerAt } from '../pool/power.ts'
import { readTotals } from '../pool/totals.ts'

export interface MiningOverview {
  /** In T. */
  readonly networkPower: bigint
  readonly machines: bigint
  /** Base units of DR a day. */
  readonly emissionPerDay: bigint
  readonly released: bigint
  /** The part of `released` that is owed to no account, because power was below the floor. */
  readonly undistributed: bigint
  /** Unix seconds. */
  readonly releasedUntil: bigint
  readonly releaseId: bigint
  /** Start of the schedule, Unix seconds. */
  readonly startTime: bigint
  /** Base units of DR that the schedule released between two times, up to the last release. */
  readonly releasedBetween: (from: bigint, to: bigint) => bigint
  /** End of the emission, Unix seconds. */
  readonly fundedUntil: bigint
  /** Base units of DRGV burned by purchases and electricity. */
  readonly drgvBurned: bigint
  /** The part of it that electricity burned. */
  readonly electricityBurned: bigint
}

/** Public figures of mining. */
export const miningOverview = async (
  reader: Reader,
  { startTime }: { startTime: bigint },
): Promise<MiningOverview> => {
  const { timestamp: now } = await chainNow(reader)
  const pool = await readPool(reader, startTime)
  const totals = await readTotals(reader)
  const releasedAt = (time: bigint): bigint => emittedAt(startTime, time < pool.time ? time : pool.time)
  return {
    networkPower: await networkPowerAt(reader, pool, now),
    machines: totals.machines,
    emissionPerDay: dailyRateAt(startTime, now),
    released: pool.released,
    undistributed: undistributedOf(pool),
    releasedUntil: pool.time,
    releaseId: pool.releaseId,
    startTime,
    releasedBetween: (from, to) => releasedAt(to) - releasedAt(from),
    fundedUntil: emissionEnd(startTime),
    drgvBurned: totals.drgvBurned,
    electricityBurned: totals.electricity,
  }
}
