import { POD_PRIZE_CAP_BPS } from '@dr/protocol/constants'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RUNS } from '../../../../test/reference/runs.ts'
import { GROWTH_CONFIG, rankGrowth, sharePrize } from './growth.rules.ts'

const growth = fc.array(
  fc.record({
    userId: fc.integer({ min: 1, max: 1_000 }),
    bought: fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(1n, 10n ** 26n)),
    reachedAt: fc.bigInt(1n, 20n),
  }),
  { maxLength: 40 },
)

describe('the growth ranking', () => {
  test('caps a prize as audits assume', () => {
    expect(GROWTH_CONFIG.winnerCapBps).toBe(POD_PRIZE_CAP_BPS)
  })

  test('goes by units bought, then by who reached them first, then by user; without a purchase there is no rank', () => {
    const ranks = rankGrowth(
      [
        { userId: 4, bought: 5n, reachedAt: 9n },
        { userId: 3, bought: 5n, reachedAt: 2n },
        { userId: 2, bought: 9n, reachedAt: 9n },
        { userId: 1, bought: 0n, reachedAt: 1n },
        { userId: 5, bought: 5n, reachedAt: 2n },
      ],
      GROWTH_CONFIG,
    )
    expect(ranks.map(({ userId, rank }) => [rank, userId])).toEqual([
      [1, 2],
      [2, 3],
      [3, 5],
      [4, 4],
    ])
  })

  test('is of twenty at most, the same whatever order the rows come in', () => {
    fc.assert(
      fc.property(growth, fc.infiniteStream(fc.integer()), (all, random) => {
        const unique = [...new Map(all.map((one) => [one.userId, one])).values()]
        const ranks = rankGrowth(unique, GROWTH_CONFIG)
        expect(ranks.length).toBe(Math.min(20, unique.filter(({ bought }) => bought > 0n).length))
        const shuffled = unique
          .map((one) => ({ one, key: random.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ one }) => one)
        expect(rankGrowth(shuffled, GROWTH_CONFIG)).toEqual(ranks)
      }),
      { numRuns: RUNS },
    )
  })

  test('shares the prize by growth, never more than it, never more than a tenth of what one bought', () => {
    fc.assert(
      fc.property(growth, fc.bigInt(0n, 10n ** 26n), (all, prize) => {
        const winners = rankGrowth(all, GROWTH_CONFIG)
        const prizes = sharePrize(winners, { prize, winnerCapBps: 1_000n })
        const paid = prizes.reduce((sum, { value }) => sum + value, 0n)
        expect(paid <= prize).toBe(true)
        const bought = winners.reduce((sum, one) => sum + one.bought, 0n)
        const max = prize < bought / 10n ? prize : bought / 10n
        expect(max - paid <= BigInt(winners.length)).toBe(true) // only rounding is kept back
        prizes.forEach(({ value }, at) => {
          expect(value * 10n <= (winners[at]?.bought ?? 0n)).toBe(true)
        })
      }),
      { numRuns: RUNS },
    )
  })
})
