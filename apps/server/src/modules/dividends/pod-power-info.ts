import type { ResponseOf } from '@dr/protocol/call'
import type { podPowerInfo as podPowerInfoCall } from '@dr/protocol/calls/pod-power'
import { weekEnd } from '@dr/protocol/rules/weeks'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { UserId } from '../../platform/ids.ts'
import { formatPayout, NO_PAYOUT, weekAnswer } from '../weeks/index.ts'
import { readHolderNow } from './power/change-pledge.ts'
import { growthOf } from './power/growth.ts'
import { readPoints } from './power/pool.ts'
import { viewPower } from './power/position.rules.ts'
import { readChanges, readHolder } from './power/positions.ts'
import { purchaseAnswer } from './power/purchase-answer.ts'
import { listPurchases, obtainedBy, powerByDay } from './power/purchases.ts'
import { FINE, type PledgePool, unitsIn } from './power/scaled-power.rules.ts'
import { readPrizesOf } from './week/prizes.ts'

const DAYS = 30
const WEEKS_OF_CHANGES = 52

const formatAll = <K extends string>(amounts: Readonly<Record<K, bigint>>): Record<K, string> =>
  Object.fromEntries(
    Object.entries<bigint>(amounts).map(([name, amount]) => [name, amount.toString()]),
  ) as Record<K, string>

/**
 * Power that a holder pledged and unpledged by week, newest first: shares are valued at their week's close.
 */
const changesOf = async (reader: Reader, userId: UserId, pool: PledgePool) => {
  const all = await readChanges(reader, { userIds: [userId], from: 0n, before: pool.week + 1n })
  const changes = (all.get(userId) ?? []).slice(-WEEKS_OF_CHANGES)
  const weeks = changes.map(({ week }) => week)
  const points = await readPoints(reader, { from: pool.week, before: pool.week, weeks })
  const indexOf = new Map(points.map(({ week, index }) => [week, index]))
  return changes.toReversed().map(({ week, joining, leaving }) => ({
    week: Number(week),
    effectiveAt: Number(weekEnd(week)),
    joining: (joining / FINE).toString(),
    leaving: unitsIn(leaving, indexOf.get(week) ?? pool.index).toString(),
  }))
}

/** POD power of a user. The caller first settles the user to the last closed week. */
export const podPowerInfo = async (
  reader: Reader,
  firstWeek: bigint,
  request: { readonly userId: UserId; readonly cursor?: string | undefined; readonly limit: number },
): Promise<ResponseOf<typeof podPowerInfoCall>> => {
  const { userId, cursor, limit } = request
  const { pool, state } = await readHolderNow(reader, { userId, firstWeek })
  const { left, ...view } = viewPower(pool, state)
  const obtained = await obtainedBy(reader, userId)
  const purchases = await listPurchases(reader, { userId, left, cursor, limit })
  const growth = await growthOf(reader, { week: pool.week, userId })
  const { timestamp: now } = await chainNow(reader)
  const days = await powerByDay(reader, { userId, now, days: DAYS })
  const holder = await readHolder(reader, userId)
  return {
    ...formatAll({ ...view, left, obtained, consumed: obtained - left }),
    dividends: formatPayout(holder?.credited ?? NO_PAYOUT),
    prizes: formatPayout(await readPrizesOf(reader, userId)),
    week: {
      ...weekAnswer(pool.week),
      bought: (growth?.bought ?? 0n).toString(),
      rank: growth?.rank ?? null,
      behindRank: growth?.behindRank ?? false,
    },
    purchases: { items: purchases.items.map(purchaseAnswer), nextCursor: purchases.nextCursor },
    changes: await changesOf(reader, userId, pool),
    days: days.map(({ day, mine, everybody }) => ({
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      mine: mine.toString(),
      everybody: everybody.toString(),
    })),
  }
}
