/** The POD growth ranking and its prize (docs/product.md 7). Pure; base units. */
import { BPS, GROWTH_WINNERS } from '@dr/protocol/constants'
import { minBigInt } from '../../../platform/integers.ts'

export interface Growth {
  readonly userId: number
  /** Base units of POD power bought in the week. */
  readonly bought: bigint
  /**
   * Position of the user's last purchase of the week in the order of the chain; the earlier wins among
   * equals.
   */
  readonly reachedAt: bigint
}

export interface GrowthRank extends Growth {
  /** From 1. */
  readonly rank: number
}

export interface GrowthConfig {
  readonly winners: number
  /** Maximum of a prize, in 1/10,000 of the value that the winner bought. */
  readonly winnerCapBps: bigint
}

export const GROWTH_CONFIG: GrowthConfig = { winners: GROWTH_WINNERS, winnerCapBps: 1_000n }

const order = (a: Growth, b: Growth): number => {
  if (a.bought !== b.bought) return a.bought > b.bought ? -1 : 1
  if (a.reachedAt !== b.reachedAt) return a.reachedAt < b.reachedAt ? -1 : 1
  return a.userId - b.userId
}

/** The winners, best first: by units bought, then by `reachedAt`, then by user. */
export const rankGrowth = (growth: readonly Growth[], config: GrowthConfig): readonly GrowthRank[] =>
  growth
    .filter(({ bought }) => bought > 0n)
    .sort(order)
    .slice(0, config.winners)
    .map((one, at) => ({ ...one, rank: at + 1 }))

/**
 * Each winner's part of `prize`, in proportion to their purchases and at most the cap. Since both grow with
 * the purchases, the cap applies to all winners or to none. Rounded down: the rest remains in the pool.
 */
export const sharePrize = (
  winners: readonly GrowthRank[],
  { prize, winnerCapBps }: { readonly prize: bigint; readonly winnerCapBps: bigint },
): readonly { readonly userId: number; readonly value: bigint }[] => {
  const total = winners.reduce((sum, { bought }) => sum + bought, 0n)
  return winners.map(({ userId, bought }) => {
    const share = (prize * bought) / total
    const cap = (bought * winnerCapBps) / BPS
    return { userId, value: minBigInt(share, cap) }
  })
}
