import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { dividendPool as dividendPoolCall } from '@dr/protocol/calls/dividends'
import type { Reader } from '../../platform/database/database.ts'
import { decodeCursor, toPage } from '../../platform/pagination.ts'
import { readResults, type WeekFile } from '../results/index.ts'
import { addPayouts, formatPayout, type Income, type Payout, weekAnswer } from '../weeks/index.ts'
import { type ClosedWeek, dividendsPool } from './dividends-pool.ts'
import { topBuyers } from './power/growth.ts'
import { readPool, readWeekSums } from './power/pool.ts'
import { FINE, pledgedLeft } from './power/scaled-power.rules.ts'
import type { DividendConfig } from './week/close-week.rules.ts'
import { type PaidPrize, readPrizes } from './week/prizes.ts'

type Answer = ResponseOf<typeof dividendPoolCall>

const incomeAnswer = (income: Income, carried: Payout) => ({
  swapFees: formatPayout(income['swap-fees']),
  operator: formatPayout(income.operator),
  carried: formatPayout(carried),
})
const availableOf = (income: Income, carried: Payout): Payout =>
  addPayouts(income['swap-fees'], income.operator, carried)

/** USD that a week paid for each pledged unit, 18 decimals, rounded down. */
export const perUnitOf = ({
  dividends,
  drPrice,
  pledged,
}: Pick<ClosedWeek, 'dividends' | 'drPrice' | 'pledged'>): bigint =>
  pledged === 0n ? 0n : ((dividends.USDT + mulDivDown(dividends.DR, drPrice ?? 0n, WAD)) * WAD) / pledged

const weekRow = (
  closed: ClosedWeek,
  { prizes, file }: { readonly prizes: readonly PaidPrize[]; readonly file: WeekFile | undefined },
): Answer['weeks']['items'][number] => ({
  ...weekAnswer(closed.week),
  closedAt: Number(closed.closedAt),
  available: formatPayout(availableOf(closed.income, closed.carriedIn)),
  income: incomeAnswer(closed.income, closed.carriedIn),
  pledged: closed.pledged.toString(),
  dividends: formatPayout(closed.dividends),
  perUnit: perUnitOf(closed).toString(),
  prizes: prizes.map(({ rank, account, bought, amount }) => ({
    rank,
    address: account,
    bought: bought.toString(),
    amount: formatPayout(amount),
  })),
  prizeTotal: formatPayout(closed.prize),
  carried: formatPayout(closed.carried),
  drPrice: closed.drPrice?.toString() ?? null,
  result: file ? { file: file.path, hash: file.hash, txHash: file.txHash } : null,
})

/** The open week so far, and closed weeks. Public: reads a few rows, whatever the number of holders. */
export const dividendPool = async (
  reader: Reader,
  { firstWeek, config }: { readonly firstWeek: bigint; readonly config: DividendConfig },
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Answer> => {
  const pool = await readPool(reader, firstWeek)
  const { week } = pool
  const income = await dividendsPool.incomeOf(reader, week)
  const carried = await dividendsPool.readCarry(reader)
  const { joining } = await readWeekSums(reader, week)
  const growth = await topBuyers(reader, { week, limit: config.winners })
  const before = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await dividendsPool.readWeeks(reader, { before, limit: limit + 1 })
  const { items: shown, nextCursor } = toPage(found, {
    limit,
    idOf: (closed) => closed.week,
    itemOf: (closed) => closed,
  })
  const weeks = shown.map((closed) => closed.week)
  const prizes = Map.groupBy(await readPrizes(reader, weeks), (prize) => prize.week)
  const files = new Map((await readResults(reader, 'dividends', weeks)).map((file) => [file.week, file]))
  return {
    current: {
      ...weekAnswer(week),
      available: formatPayout(availableOf(income, carried)),
      income: incomeAnswer(income, carried),
      pledged: pledgedLeft(pool).toString(),
      joining: (joining / FINE).toString(),
      growth: growth.map(({ account, bought }, at) => ({
        rank: at + 1,
        address: account,
        bought: bought.toString(),
      })),
    },
    weeks: {
      items: shown.map((closed) =>
        weekRow(closed, { prizes: prizes.get(closed.week) ?? [], file: files.get(closed.week) }),
      ),
      nextCursor,
    },
  }
}
