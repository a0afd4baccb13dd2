import { weekEnd } from '@dr/protocol/rules/weeks'
import type { Reader } from '../../../platform/database/database.ts'
import { addPayouts, payoutPostings, type WeekClosing } from '../../weeks/index.ts'
import { formatRules, type PublishedRules } from '../dividend-config.rules.ts'
import { type DividendFigures, dividendsPool } from '../dividends-pool.ts'
import { topBuyers } from '../power/growth.ts'
import { lockWeeks, readPool, readWeekSums, writeClose } from '../power/pool.ts'
import { closeWeek, type DividendConfig } from './close-week.rules.ts'
import { insertPrizes, type PaidPrize } from './prizes.ts'

export interface CloseDeps {
  /** The week of the emission's start. */
  readonly firstWeek: bigint
  readonly config: DividendConfig
  /** USDT for one DR at a moment, 18 decimals; null if unknown. Constant for a moment in the past. */
  readonly drPriceAt: (reader: Reader, at: bigint) => Promise<bigint | null>
}

export type DividendClosing = WeekClosing<DividendFigures, PublishedRules>

/**
 * The close of a week of dividends: divides the income of exactly that week, and carries over the rest. Reads
 * and writes a fixed number of rows, whatever the number of holders (ADR 0011).
 */
export const dividendClosing = ({ firstWeek, config, drPriceAt }: CloseDeps): DividendClosing => ({
  pool: dividendsPool,
  source: 'week',
  firstWeek,
  lock: (tx) => lockWeeks(tx, 'close'),
  close: async (tx, { week, income, carriedIn }) => {
    const pledges = await readPool(tx, firstWeek)
    const buyers = await topBuyers(tx, { week, limit: config.winners })
    const accountOf = new Map(buyers.map(({ userId, account }) => [userId as number, account]))
    const { state, point, result } = closeWeek(
      config,
      { pledges, carry: carriedIn },
      {
        week,
        income,
        drPrice: await drPriceAt(tx, weekEnd(week)),
        ...(await readWeekSums(tx, week)),
        growth: buyers,
      },
    )
    const prizes = result.prizes.map(
      (prize) => ({ ...prize, account: accountOf.get(prize.userId) }) as PaidPrize,
    )
    const { dividends, carried, pledged, drPrice } = result
    const fromPool = { vault: dividendsPool.vault, from: { kind: dividendsPool.account } } as const
    return {
      carried,
      rules: formatRules(config),
      own: { pledged, dividends, drPrice, prize: addPayouts(...prizes.map(({ amount }) => amount)) },
      journals: [
        {
          key: `week:${week}:dividends`,
          reason: 'dividends.week',
          postings: payoutPostings({ ...fromPool, to: { kind: 'dividends-payable' }, amount: dividends }),
        },
        {
          key: `week:${week}:growth`,
          reason: 'dividends.growth',
          postings: prizes.flatMap(({ amount, userId }) =>
            payoutPostings({ ...fromPool, to: { kind: 'user-available', userId }, amount }),
          ),
        },
      ],
      insertParts: async () => {
        await writeClose(tx, { point, before: pledges, after: state.pledges })
        await insertPrizes(tx, week, prizes)
      },
    }
  },
})
