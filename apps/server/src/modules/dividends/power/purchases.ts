/** Purchases of POD power, for lists. */

import type { Reader } from '../../../platform/database/database.ts'
import { DAY_SECONDS } from '../../../platform/durations.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { decodeCursor, type Page, toPage } from '../../../platform/pagination.ts'
import { leftByPurchase, type PurchaseLeft } from './purchases.rules.ts'

export interface Purchase {
  readonly id: bigint
  readonly orderId: string
  readonly drAmount: bigint
  readonly usdrAmount: bigint
  /** Base units of POD power. */
  readonly power: bigint
  readonly drPrice: bigint
  /** Unix seconds. */
  readonly at: bigint
  readonly txHash: LowerHex
}

interface PurchaseRow {
  id: bigint
  order_id: string
  dr_amount: bigint
  usdr_amount: bigint
  power: bigint
  dr_price: bigint
  at: bigint
  tx_hash: LowerHex
}

/** Total that a user obtained, base units of POD power. */
export const obtainedBy = async (reader: Reader, userId: UserId): Promise<bigint> => {
  const { rows } = await reader.query<{ power: bigint }>({
    name: 'pod_obtained_by_user',
    text: 'SELECT coalesce(sum(power), 0) AS power FROM pod_purchase WHERE user_id = $1',
    values: [userId],
  })
  return rows[0]?.power ?? 0n
}

/**
 * A page of a user's purchases, newest first, with the part of each that dividends consumed (oldest first).
 * `left`: the user's total remaining power, base units.
 */
export const listPurchases = async (
  reader: Reader,
  query: {
    readonly userId: UserId
    readonly left: bigint
    readonly cursor?: string | undefined
    readonly limit: number
  },
): Promise<Page<Purchase & PurchaseLeft>> => {
  const { userId, left, cursor, limit } = query
  const { rows } = await reader.query<PurchaseRow & { after: bigint }>({
    name: 'pod_purchases_page',
    text: `SELECT * FROM (
        SELECT id, order_id, dr_amount, usdr_amount, power, dr_price, at, tx_hash,
          sum(power) OVER (ORDER BY id DESC) - power AS after
        FROM pod_purchase WHERE user_id = $1
      ) p WHERE $2::bigint IS NULL OR id < $2 ORDER BY id DESC LIMIT $3`,
    values: [userId, cursor === undefined ? null : decodeCursor(cursor), limit + 1],
  })
  const itemOf = (row: PurchaseRow & { readonly after: bigint }): Purchase & PurchaseLeft => {
    // The remaining power belongs to the newest purchases: this one gets the rest after the newer ones.
    const open = left > row.after ? left - row.after : 0n
    const [one] = leftByPurchase([{ power: row.power }], open > row.power ? row.power : open)
    return {
      id: row.id,
      orderId: row.order_id,
      drAmount: row.dr_amount,
      usdrAmount: row.usdr_amount,
      power: row.power,
      drPrice: row.dr_price,
      at: row.at,
      txHash: row.tx_hash,
      ...(one as PurchaseLeft),
    }
  }
  return toPage(rows, { limit, idOf: ({ id }) => id, itemOf })
}

export interface DayOfPower {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly mine: bigint
  readonly everybody: bigint
}

/**
 * POD power bought on each of the last `days` days up to that of `now` (Unix seconds), oldest first,
 * including days without purchases.
 */
export const powerByDay = async (
  reader: Reader,
  { userId, now, days }: { readonly userId: UserId; readonly now: bigint; readonly days: number },
): Promise<DayOfPower[]> => {
  const last = Number(now / DAY_SECONDS)
  const { rows } = await reader.query<{ day: number; mine: bigint; everybody: bigint }>({
    name: 'pod_power_by_day',
    text: `SELECT d AS day, coalesce(t.power, 0) AS everybody, coalesce(m.power, 0) AS mine
      FROM generate_series($2::int, $3::int) d
      LEFT JOIN pod_day_total t ON t.day = d
      LEFT JOIN (
        SELECT (at / 86400)::int AS day, sum(power) AS power FROM pod_purchase
        WHERE user_id = $1 AND at >= $2::bigint * 86400 GROUP BY 1
      ) m ON m.day = d ORDER BY d`,
    values: [userId, last - days + 1, last],
  })
  return rows.map(({ day, mine, everybody }) => ({ day: Number(day), mine, everybody }))
}

/** DR burned by all purchases, base units. Reads one row for each day. */
export const burnedTotal = async (reader: Reader): Promise<bigint> => {
  const { rows } = await reader.query<{ burned: bigint }>({
    name: 'pod_burned_total',
    text: 'SELECT coalesce(sum(dr_burned), 0) AS burned FROM pod_day_total',
  })
  return rows[0]?.burned ?? 0n
}
