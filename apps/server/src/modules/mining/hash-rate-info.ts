import type { ResponseOf } from '@dr/protocol/call'
import type { hashRateInfo as hashRateInfoCall } from '@dr/protocol/calls/mining'
import { chainNow } from '../../platform/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { dailyRateAt, emissionEnd } from './emission.rules.ts'
import { readPool } from './pool.ts'
import { networkPowerAt, userPowerAt } from './power.ts'

/** The pool's power and the user's; what that would give a day, if nothing changed (an estimate). */
export const hashRateInfo = async (
  { reader, startTime }: { reader: Reader; startTime: bigint },
  { userId }: { userId: UserId },
): Promise<ResponseOf<typeof hashRateInfoCall>> => {
  const { timestamp: now } = await chainNow(reader)
  const pool = await readPool(reader, startTime)
  const networkPower = await networkPowerAt(reader, pool, now)
  const power = await userPowerAt(reader, userId, now)
  const emissionPerDay = dailyRateAt(startTime, now)
  return {
    networkPower: Number(networkPower),
    power: Number(power),
    emissionPerDay: emissionPerDay.toString(),
    estimatePerDay: (networkPower === 0n ? 0n : (emissionPerDay * power) / networkPower).toString(),
    fundedUntil: Number(emissionEnd(startTime)),
  }
}
