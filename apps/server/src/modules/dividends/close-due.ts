import { base } from '@dr/protocol/amounts'
import { weekEnd, weeksDue } from '@dr/protocol/weeks'
import type { Logger } from 'pino'
import { dateOfUnix, readChainClock } from '../../platform/chain-clock.ts'
import { type Reader, savepoint, type Tx } from '../../platform/database/database.ts'
import { isRetryable } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { account, type Posting, postJournal } from '../ledger/index.ts'
import { addPayouts, PAYOUT_TOKENS, type Payout } from '../weeks/index.ts'
import { closeWeek, type DividendConfig } from './close-week.rules.ts'
import { formatRules } from './dividend-config.rules.ts'
import { type Income, readIncome } from './income.ts'
import { topBuyers } from './power/growth.ts'
import { lockWeeks, readPool, readWeekSums, writeClose } from './power/pool.ts'
import type { PledgePool } from './power/scaled-power.rules.ts'
import { insertPrizes, insertWeek, type PaidPrize, readCarry } from './weeks.ts'

export interface CloseDeps {
  /** The product's first week: of the emission's start. */
  readonly firstWeek: bigint
  readonly config: DividendConfig
  /** USDT for one DR as of a moment, 18 decimals; null: unknown. Always the same for a moment that is past. */
  readonly drPriceAt: (reader: Reader, at: bigint) => Promise<bigint | null>
}

/** From the pool, in both tokens: one posting for each that is not nothing. */
const fromPool = (amount: Payout, to: { kind: 'dividends-payable' } | { userId: UserId }): Posting[] =>
  PAYOUT_TOKENS.filter((token) => amount[token] > 0n).map((token) => {
    const name = { vault: 1, token } as const
    return {
      from: account({ ...name, kind: 'dividend-pool' }),
      to:
        'userId' in to
          ? account({ ...name, kind: 'user-available', userId: to.userId })
          : account({ ...name, kind: to.kind }),
      amount: base(token, amount[token]),
    } as Posting
  })

interface ToPost {
  readonly week: bigint
  readonly income: Income
  readonly carriedIn: Payout
  readonly dividends: Payout
  readonly prizes: readonly PaidPrize[]
}

/** Two journals at most, at the week's end whenever they are posted; what is nothing leaves none. */
const postWeek = async (tx: Tx, { week, income, carriedIn, dividends, prizes }: ToPost): Promise<void> => {
  const spell = ({ USDT, DR }: Payout) => [USDT.toString(), DR.toString()]
  const source = {
    ...{ kind: 'week', week: Number(week), swapFees: spell(income['swap-fees']) },
    ...{ operator: spell(income.operator), carried: spell(carriedIn) },
  }
  const at = dateOfUnix(weekEnd(week))
  const toHolders = fromPool(dividends, { kind: 'dividends-payable' })
  if (toHolders.length > 0) {
    const key = `week:${week}:dividends`
    await postJournal(tx, { key, reason: 'dividends.week', at, source, postings: toHolders })
  }
  const toWinners = prizes.flatMap(({ amount, userId }) => fromPool(amount, { userId }))
  if (toWinners.length > 0) {
    const key = `week:${week}:growth`
    await postJournal(tx, { key, reason: 'dividends.growth', at, source, postings: toWinners })
  }
}

/**
 * Closes one week: what is paid, to whom, and what is carried over, by what came in within that very week. Reads and writes
 * a fixed number of rows, however many holders there are (ADR 0011).
 */
const closeOne = async (
  tx: Tx,
  { config, drPriceAt }: CloseDeps,
  { pool, closedAt }: { readonly pool: PledgePool; readonly closedAt: bigint },
): Promise<void> => {
  const { week } = pool
  const carriedIn = await readCarry(tx)
  const income = await readIncome(tx, week)
  const buyers = await topBuyers(tx, { week, limit: config.winners })
  const accountOf = new Map(buyers.map(({ userId, account: address }) => [userId as number, address]))
  const closed = closeWeek(
    config,
    { pledges: pool, carry: carriedIn },
    {
      week,
      income: addPayouts(income['swap-fees'], income.operator),
      drPrice: await drPriceAt(tx, weekEnd(week)),
      ...(await readWeekSums(tx, week)),
      growth: buyers,
    },
  )
  const { result } = closed
  const prizes = result.prizes.map(
    (prize) => ({ ...prize, account: accountOf.get(prize.userId) }) as PaidPrize,
  )
  const { dividends, carried, pledged, drPrice } = result
  await postWeek(tx, { week, income, carriedIn, dividends, prizes })
  await writeClose(tx, { point: closed.point, before: pool, after: closed.state.pledges })
  const prize = addPayouts(...prizes.map(({ amount }) => amount))
  await insertWeek(tx, {
    ...{ week, income, carriedIn, pledged, dividends },
    ...{ prize, carried, drPrice, rules: formatRules(config), closedAt },
  })
  await insertPrizes(tx, week, prizes)
}

const countDue = async (reader: Reader, { firstWeek }: CloseDeps, now: bigint): Promise<number> => {
  const { week: next } = await readPool(reader, firstWeek)
  return weeksDue({ next, now }).length
}

/**
 * Closes the weeks that are over by the product's clock, oldest first and at most `limit` of them; answers how many. A week
 * is closed once, whoever asks, and however late: always the same. Of two that close at once the second waits, and finds
 * nothing left to do.
 */
export const closeDue = async (
  tx: Tx,
  deps: CloseDeps,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const clock = await readChainClock(tx)
  if (!clock || (await countDue(tx, deps, clock.timestamp)) === 0) return 0
  await lockWeeks(tx, 'close')
  const count = Math.min(limit, await countDue(tx, deps, clock.timestamp))
  for (let closed = 0; closed < count; closed += 1) {
    const pool = await readPool(tx, deps.firstWeek)
    await closeOne(tx, deps, { pool, closedAt: clock.timestamp })
  }
  return count
}

/**
 * Closes what is due, where a fault must not spread: for the indexer, in the transaction that moved the clock, and for
 * whoever reads a deflation account. A week that cannot be closed stays open with all that is in it, is logged, and stops
 * neither the weeks before it, nor the chain's events, nor a withdrawal of what was credited: the tick tries again, and
 * fails loudly.
 */
export const closeWithTheClock = async (
  tx: Tx,
  deps: CloseDeps,
  { now, logger }: { readonly now: bigint; readonly logger: Pick<Logger, 'error'> },
): Promise<void> => {
  if ((await countDue(tx, deps, now)) === 0) return
  try {
    while ((await savepoint(tx, () => closeDue(tx, deps, 1))) > 0);
  } catch (error) {
    if (isRetryable(error)) throw error
    logger.error({ err: error }, 'a week could not be closed')
  }
}
