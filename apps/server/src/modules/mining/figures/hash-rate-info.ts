import type { ResponseOf } from '@dr/protocol/call'
import type { hashRateInfo as hashRateInfoCall } from '@dr/protocol/calls/mining'
import { rewardPerDay } from '@dr/protocol/rules/mining-rate'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { dailyRateAt, emissionEnd } from '../pool/emission.rules.ts'
import { readPool } from '../pool/pool.ts'
import { networkPowerAt, userPowerAt } from '../pool/power.ts'

/**
 * Of the POD power module: pledged power that draws this week, and USD the last closed week paid for a unit
 * of it.
 */
export type PodPowerOf = (
  reader: Reader,
  userId: UserId,
) => Promise<{
  readonly pledged: bigint
  readonly mine: bigint
  /** 18 decimals; null: no week has closed. */
  readonly lastWeekPerUnit: bigint | null
}>

/** The pool's power and the user's; what that would give a day, if nothing changed (an estimate). */
export const hashRateInfo = async (
  { reader, startTime, podPower }: { reader: Reader; startTime: bigint; podPower: PodPowerOf },
  { userId }: { userId: UserId },
): Promise<ResponseOf<typeof hashRateInfoCall>> => {
  const { timestamp: now } = await chainNow(reader)
  const pool = await readPool(reader, startTime)
  const networkPower = await networkPowerAt(reader, pool, now)
  const power = await userPowerAt(reader, userId, now)
  const pod = await podPower(reader, userId)
  const emissionPerDay = dailyRateAt(startTime, now)
  return {
    networkPower: Number(networkPower),
    power: Number(power),
    emissionPerDay: emissionPerDay.toString(),
    estimatePerDay: rewardPerDay({ emissionPerDay, power, networkPower }).toString(),
    fundedUntil: Number(emissionEnd(startTime)),
    podPower: {
      pledged: pod.pledged.toString(),
      mine: pod.mine.toString(),
      lastWeekPerUnit: pod.lastWeekPerUnit?.toString() ?? null,
    },
  }
}
