import { chainNow } from '../../platform/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import { dailyRateAt, emissionEnd } from './emission.rules.ts'
import { readPool } from './pool.ts'
import { networkPowerAt } from './power.ts'

export interface MiningOverview {
  /** In T. */
  readonly networkPower: bigint
  readonly machines: bigint
  /** Base units of DR a day. */
  readonly emissionPerDay: bigint
  readonly released: bigint
  /** Unix seconds. */
  readonly releasedUntil: bigint
  readonly releaseId: bigint
  /** Unix seconds: nothing is emitted after it. */
  readonly fundedUntil: bigint
  /** Base units of DRGV burned by purchases and electricity. */
  readonly drgvBurned: bigint
}

/** What everybody may know of the mine. */
export const miningOverview = async (
  reader: Reader,
  { startTime }: { startTime: bigint },
): Promise<MiningOverview> => {
  const { timestamp: now } = await chainNow(reader)
  const pool = await readPool(reader, startTime)
  const { rows } = await reader.query<{ machines: bigint; burned: bigint }>({
    name: 'mining_totals',
    text: `SELECT coalesce((SELECT sum(machine_count) FROM mining_purchase), 0) AS machines,
      coalesce((SELECT sum(drgv_burned) FROM mining_purchase), 0)
        + coalesce((SELECT sum(drgv_burned) FROM mining_activation), 0) AS burned`,
  })
  return {
    networkPower: await networkPowerAt(reader, pool, now),
    machines: rows[0]?.machines ?? 0n,
    emissionPerDay: dailyRateAt(startTime, now),
    released: pool.released,
    releasedUntil: pool.time,
    releaseId: pool.releaseId,
    fundedUntil: emissionEnd(startTime),
    drgvBurned: rows[0]?.burned ?? 0n,
  }
}
