import type { ResponseOf } from '@dr/protocol/call'
import {
  BALANCE_RANGES,
  type BalanceRange,
  type balanceHistory as balanceHistoryCall,
} from '@dr/protocol/calls/user-money'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import { DAY_SECONDS } from '../../platform/durations.ts'
import type { UserId } from '../../platform/ids.ts'
import { balanceChanges } from '../ledger/index.ts'
import { averagesAt } from '../prices/index.ts'
import { balancePoints, pointWorth } from './balance-history.rules.ts'

/** A user's balances over time by the ledger, valued by the oracle's prices of that time. */
export const balanceHistory = async (
  reader: Reader,
  { userId, range }: { readonly userId: UserId; readonly range: BalanceRange },
): Promise<ResponseOf<typeof balanceHistoryCall>> => {
  const { days, points: count } = BALANCE_RANGES[range]
  const bucketSeconds = BigInt(days) * DAY_SECONDS
  const { timestamp: now } = await chainNow(reader)
  const changes = await balanceChanges(reader, { userId, bucketSeconds })
  const points = balancePoints(changes, { now, bucketSeconds, count })
  const prices = await averagesAt(reader, { token: 'DR', at: points.map(({ at }) => at) })
  return {
    range,
    points: points.map((point, index) => {
      const drPrice = prices[index] ?? null
      return {
        at: Number(point.at),
        USDT: point.USDT.toString(),
        DR: point.DR.toString(),
        drPrice: drPrice?.toString() ?? null,
        worth: pointWorth(point, drPrice)?.toString() ?? null,
      }
    }),
    readFrom: changes.readFrom === null ? null : Number(changes.readFrom),
  }
}
