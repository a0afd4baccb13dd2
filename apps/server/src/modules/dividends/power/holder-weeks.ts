/** Every holder's part in a closed week, in one pass over immutable rows: always the same result. */
import type { Reader } from '../../../platform/database/database.ts'
import { type HolderWeek, holderWeekOf, newHolderState, passWeeks } from './holder-week.rules.ts'
import { readCloses } from './pool.ts'
import { readChanges, readHoldersAfter } from './positions.ts'

/** Holders in one query: bounds the memory, whatever their number. */
const PAGE = 1_000

/** Holders with a part or a change in `week`, by address. */
export async function* holderWeeks(reader: Reader, week: bigint): AsyncGenerator<HolderWeek> {
  const closes = await readCloses(reader, week)
  const points = closes.map(({ point }) => point)
  let after = ''
  for (;;) {
    const holders = await readHoldersAfter(reader, { after, limit: PAGE })
    const userIds = holders.map(({ userId }) => userId)
    const changes = await readChanges(reader, { userIds, from: 0n, before: week + 1n })
    for (const { userId, account } of holders) {
      const own = changes.get(userId) ?? []
      const state = passWeeks(newHolderState, { points, changes: own, to: week })
      const row = holderWeekOf(state, { account, points, change: own.find((one) => one.week === week), week })
      if (row) yield row
    }
    const last = holders.at(-1)
    if (!last || holders.length < PAGE) return
    after = last.account
  }
}
