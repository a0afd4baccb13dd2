/** Closed weeks as they are kept. */

import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { NO_PAYOUT, type Payout } from '../weeks/index.ts'
import type { Prize } from './close-week.rules.ts'
import { type PublishedRules, publishedRules } from './dividend-config.rules.ts'
import type { Income } from './income.ts'

type Hex = `0x${string}`

/** A closed week. For each token: fees + operator + carried in = dividends + prize + carried. Base units. */
export interface ClosedWeek {
  readonly week: bigint
  readonly income: Income
  readonly carriedIn: Payout
  readonly pledged: bigint
  readonly dividends: Payout
  readonly prize: Payout
  readonly carried: Payout
  /** USDT for one DR at the week's end, 18 decimals; null: none, so DR waited. */
  readonly drPrice: bigint | null
  /** The rules it was closed by. */
  readonly rules: PublishedRules
  /** The chain's time, Unix seconds. */
  readonly closedAt: bigint
}

/** A prize with its winner's address. */
export interface PaidPrize extends Omit<Prize, 'userId'> {
  readonly userId: UserId
  readonly account: Hex
}

interface WeekRow {
  week: bigint
  fees_usdt: bigint
  fees_dr: bigint
  operator_usdt: bigint
  operator_dr: bigint
  carried_in_usdt: bigint
  carried_in_dr: bigint
  pledged: bigint
  dividends_usdt: bigint
  dividends_dr: bigint
  prize_usdt: bigint
  prize_dr: bigint
  carried_usdt: bigint
  carried_dr: bigint
  dr_price: bigint | null
  rules: unknown
  closed_at: bigint
}

const COLUMNS = `week, fees_usdt, fees_dr, operator_usdt, operator_dr, carried_in_usdt, carried_in_dr, pledged,
  dividends_usdt, dividends_dr, prize_usdt, prize_dr, carried_usdt, carried_dr, dr_price, rules, closed_at`

const weekOfRow = (row: WeekRow): ClosedWeek => ({
  week: row.week,
  income: {
    'swap-fees': { USDT: row.fees_usdt, DR: row.fees_dr },
    operator: { USDT: row.operator_usdt, DR: row.operator_dr },
  },
  carriedIn: { USDT: row.carried_in_usdt, DR: row.carried_in_dr },
  pledged: row.pledged,
  dividends: { USDT: row.dividends_usdt, DR: row.dividends_dr },
  prize: { USDT: row.prize_usdt, DR: row.prize_dr },
  carried: { USDT: row.carried_usdt, DR: row.carried_dr },
  drPrice: row.dr_price,
  rules: publishedRules.parse(row.rules),
  closedAt: row.closed_at,
})

export const insertWeek = async (tx: Tx, closed: ClosedWeek): Promise<void> => {
  const { income, carriedIn, dividends, prize, carried } = closed
  const pair = ({ USDT, DR }: Payout) => [USDT, DR]
  await tx.query({
    name: 'dividend_week_insert',
    text: `INSERT INTO dividend_week (${COLUMNS})
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    values: [
      ...[
        closed.week,
        ...pair(income['swap-fees']),
        ...pair(income.operator),
        ...pair(carriedIn),
        closed.pledged,
      ],
      ...[...pair(dividends), ...pair(prize), ...pair(carried), closed.drPrice],
      ...[closed.rules, closed.closedAt],
    ],
  })
}

export const insertPrizes = async (tx: Tx, week: bigint, prizes: readonly PaidPrize[]): Promise<void> => {
  if (prizes.length === 0) return
  await tx.query({
    name: 'dividend_prizes_insert',
    text: `INSERT INTO dividend_prize (week, rank, user_id, account, bought, usdt, dr)
      SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[])`,
    values: [
      week,
      prizes.map(({ rank }) => rank),
      prizes.map(({ userId }) => userId),
      prizes.map(({ account }) => account),
      prizes.map(({ bought }) => bought),
      prizes.map(({ amount }) => amount.USDT),
      prizes.map(({ amount }) => amount.DR),
    ],
  })
}

/** The pool's own money that no week has paid yet: what the last closed week left over. */
export const readCarry = async (reader: Reader): Promise<Payout> => {
  const [last] = await readWeeks(reader, { limit: 1 })
  return last?.carried ?? NO_PAYOUT
}

/** Closed weeks, newest first; before `before` where it is given. */
export const readWeeks = async (
  reader: Reader,
  { before, limit }: { readonly before?: bigint | undefined; readonly limit: number },
): Promise<ClosedWeek[]> => {
  const { rows } = await reader.query<WeekRow>({
    name: 'dividend_weeks_read',
    text: `SELECT ${COLUMNS} FROM dividend_week WHERE $1::bigint IS NULL OR week < $1 ORDER BY week DESC LIMIT $2`,
    values: [before ?? null, limit],
  })
  return rows.map(weekOfRow)
}

/** Closed weeks after `after` (all: null), oldest first. */
export const weeksClosedAfter = async (reader: Reader, after: bigint | null): Promise<bigint[]> => {
  const { rows } = await reader.query<{ week: bigint }>({
    name: 'dividend_weeks_closed_after',
    text: 'SELECT week FROM dividend_week WHERE $1::bigint IS NULL OR week > $1 ORDER BY week',
    values: [after],
  })
  return rows.map(({ week }) => week)
}

export const readWeek = async (reader: Reader, week: bigint): Promise<ClosedWeek | undefined> => {
  const [found] = await readWeeks(reader, { before: week + 1n, limit: 1 })
  return found?.week === week ? found : undefined
}

/** Prizes of these weeks, by rank. */
export const readPrizes = async (
  reader: Reader,
  weeks: readonly bigint[],
): Promise<(PaidPrize & { readonly week: bigint })[]> => {
  const { rows } = await reader.query<{
    week: bigint
    rank: number
    user_id: bigint
    account: Hex
    bought: bigint
    usdt: bigint
    dr: bigint
  }>({
    name: 'dividend_prizes_read',
    text: `SELECT week, rank, user_id, account, bought, usdt, dr FROM dividend_prize
      WHERE week = ANY($1::bigint[]) ORDER BY week, rank`,
    values: [weeks],
  })
  return rows.map(({ week, rank, user_id, account, bought, usdt, dr }) => ({
    ...{ week, account, bought, rank: Number(rank) },
    userId: Number(user_id) as UserId,
    amount: { USDT: usdt, DR: dr },
  }))
}

/** What a user won so far. */
export const readPrizesOf = async (reader: Reader, userId: UserId): Promise<Payout> => {
  const { rows } = await reader.query<Payout>({
    name: 'dividend_prizes_of_user',
    text: `SELECT coalesce(sum(usdt), 0) AS "USDT", coalesce(sum(dr), 0) AS "DR" FROM dividend_prize WHERE user_id = $1`,
    values: [userId],
  })
  return rows[0] ?? NO_PAYOUT
}
