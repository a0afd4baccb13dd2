import type { ResponseOf } from '@dr/protocol/call'
import type { hashRateInfo as hashRateInfoCall } from '@dr/protocol/calls/mining'
import { dailyRateAt, emissionEnd } from '@dr/protocol/rules/emission'
import { rewardPerDay } from '@dr/protocol/rules/mining-rate'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { MiningDeps } from '../deps.ts'
import { readPool } from '../pool/pool.ts'
import { networkPowerAt, userPowerAt } from '../pool/power.ts'

/** The pool's power and the user's, with an estimate of the user's reward for a day without changes. */
export const hashRateInfo = async (
  { reader, startTime, dividends }: Pick<MiningDeps, 'startTime' | 'dividends'> & { readonly reader: Reader },
  { userId }: { userId: UserId },
): Promise<ResponseOf<typeof hashRateInfoCall>> => {
  const { timestamp: now } = await chainNow(reader)
  const pool = await readPool(reader, startTime)
  const networkPower = await networkPowerAt(reader, pool, now)
  const power = await userPowerAt(reader, userId, now)
  const pod = await dividends.power.pledgedPower(reader, userId)
  const lastWeekPerUnit = await dividends.lastWeekPerUnit(reader)
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
      lastWeekPerUnit: lastWeekPerUnit?.toString() ?? null,
    },
  }
}
