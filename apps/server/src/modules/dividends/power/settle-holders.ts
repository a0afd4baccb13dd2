import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { recordActivity } from '../../activity/index.ts'
import type { Payout } from '../../weeks/index.ts'
import { readPoints } from './pool.ts'
import { collectDividends, settlePower } from './position.rules.ts'
import { type Holder, readChanges, writeHolders } from './positions.ts'
import { type PledgePool, unitsIn } from './scaled-power.rules.ts'

/** A holder settled to the pool, and the amount to be credited for the weeks `from` … `to`. */
export interface Settled {
  readonly holder: Holder
  /** Whole base units; the fractions remain in the position. */
  readonly amount: Payout
  readonly from: bigint
  readonly to: bigint
}

/**
 * Settles locked holders to `pool`, which must be read after they were locked, and takes the whole base units
 * of their dividends out of their positions: the caller posts them in the same transaction. Holders that are
 * settled already are left out.
 */
export const settleHolders = async (
  tx: Tx,
  { pool, holders }: { readonly pool: PledgePool; readonly holders: readonly Holder[] },
): Promise<Settled[]> => {
  const behind = holders.filter(({ position }) => position.week < pool.week)
  if (behind.length === 0) return []
  const userIds = behind.map(({ userId }) => userId)
  let from = pool.week
  for (const { position } of behind) if (position.week < from) from = position.week
  const changes = await readChanges(tx, { userIds, from, before: pool.week })
  const weeks = new Set([...changes.values()].flat().map(({ week }) => week))
  const points = await readPoints(tx, { from, before: pool.week, weeks: [...weeks] })
  const settled = behind.map((holder): Settled => {
    const own = changes.get(holder.userId) ?? []
    const before = holder.position
    const { position, amount } = collectDividends(settlePower(before, { pool, points, changes: own }))
    const credited = { USDT: holder.credited.USDT + amount.USDT, DR: holder.credited.DR + amount.DR }
    // A new holder earns from the week after the first purchase.
    const first = before.week === 0n ? (own[0]?.week ?? pool.week) + 1n : before.week
    const reported = unitsIn(position.shares, pool.index)
    return { holder: { ...holder, position, credited, reported }, amount, from: first, to: pool.week - 1n }
  })
  await writeHolders(
    tx,
    settled.map(({ holder }) => holder),
  )
  const { timestamp: at } = await chainNow(tx)
  await recordActivity(
    tx,
    behind.map(({ userId, reported, position }, index) => {
      const bought = (changes.get(userId) ?? [])
        .filter(({ week }) => week >= position.week)
        .reduce((sum, change) => sum + change.bought, 0n)
      const left = settled[index]?.holder.reported ?? 0n
      return { userId, kind: 'pledged', at, amount: left - reported - bought }
    }),
  )
  return settled
}
