/**
 * Stock reserved by quotes. Vouchers of one account on one nonce exclude each other, so the largest of them
 * is reserved: a user may change the number of machines without taking stock twice. The product's row is the
 * lock.
 */
import { DAY_SECONDS } from '@dr/protocol/constants'
import { AppError } from '../../../platform/app-error.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { lockProduct } from './products.ts'

const FIRST_WAIT_SECONDS = 10
const WAIT_MAX_SECONDS = DAY_SECONDS

/**
 * Seconds until the next reservation after stock was reserved and not bought (docs/product.md 6: "doubling"):
 * 10 s, 20 s, 40 s … at most a day. `expired`: consecutive reservations without a purchase, from 1. The
 * reservation itself held the stock for 10 minutes.
 */
const waitAfterExpired = (expired: number): number =>
  Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(expired - 1, 30), WAIT_MAX_SECONDS)

interface ReservationKey {
  readonly userId: UserId
  readonly productId: string
  readonly nonce: bigint
}

const keyOf = ({ userId, productId, nonce }: ReservationKey) => [userId, productId, nonce] as const

const reservedBefore = async (tx: Tx, key: ReservationKey): Promise<number> => {
  const { rows } = await tx.query<{ count: number | bigint }>({
    name: 'mining_reserved',
    text: 'SELECT count FROM mining_reservation WHERE user_id = $1 AND product_id = $2 AND nonce = $3',
    values: [...keyOf(key)],
  })
  return Number(rows[0]?.count ?? 0)
}

/** Sets the reservation to `count`. The caller moves the difference between it and the product's stock. */
const setReserved = async (
  tx: Tx,
  key: ReservationKey,
  change: { before: number; count: number },
): Promise<void> => {
  const { before, count } = change
  if (before === count) return
  if (count === 0) {
    await tx.query({
      name: 'mining_reservation_end',
      text: 'DELETE FROM mining_reservation WHERE user_id = $1 AND product_id = $2 AND nonce = $3',
      values: [...keyOf(key)],
    })
  } else {
    await tx.query({
      name: 'mining_reservation_set',
      text: `INSERT INTO mining_reservation (user_id, product_id, nonce, count) VALUES ($1, $2, $3, $4)
        ON CONFLICT (user_id, product_id, nonce) DO UPDATE SET count = excluded.count`,
      values: [...keyOf(key), count],
    })
  }
}

const moveStock = async (tx: Tx, productId: string, change: number): Promise<void> => {
  if (change === 0) return
  await tx.query({
    name: 'mining_stock_move',
    text: 'UPDATE mining_product SET stock_left = stock_left + $2 WHERE product_id = $1',
    values: [productId, change],
  })
}

const requireWithinLimit = async (
  tx: Tx,
  key: ReservationKey,
  { count, limit }: { count: number; limit: number },
): Promise<void> => {
  const { rows } = await tx.query<{ owned: bigint; reserved: bigint }>({
    name: 'mining_owned_and_reserved',
    text: `SELECT
        (SELECT coalesce(sum(machine_count), 0) FROM mining_purchase WHERE user_id = $1 AND product_id = $2) AS owned,
        (SELECT coalesce(sum(count), 0) FROM mining_reservation
          WHERE user_id = $1 AND product_id = $2 AND nonce <> $3) AS reserved`,
    values: [...keyOf(key)],
  })
  const owned = Number(rows[0]?.owned ?? 0)
  const reserved = Number(rows[0]?.reserved ?? 0)
  if (owned + reserved + count > limit) {
    throw new AppError('FORBIDDEN', { details: { reason: 'per-user-limit', limit, owned, reserved } })
  }
}

const requireNoWait = async (tx: Tx, key: ReservationKey, now: bigint): Promise<void> => {
  const { rows } = await tx.query<{ retry_at: bigint }>({
    name: 'mining_reservation_wait',
    text: 'SELECT retry_at FROM mining_reservation_wait WHERE user_id = $1 AND product_id = $2 AND retry_at > $3',
    values: [key.userId, key.productId, now],
  })
  if (!rows[0]) return
  throw new AppError('TOO_MANY_REQUESTS', {
    details: { reason: 'reservation-wait', retryAt: Number(rows[0].retry_at) },
  })
}

/**
 * Reserves stock for the largest of the open vouchers (`counts`) of a user, product and nonce. The whole
 * order of the newest one (`wanted` machines, with the vouchers that follow) has to fit: no part is sold if
 * the rest cannot be bought. Throws OUT_OF_STOCK, FORBIDDEN above the user's limit, TOO_MANY_REQUESTS with
 * `retryAt` after reservations that were not bought. `now`: the chain's clock, Unix seconds.
 */
export const reserveStock = async (
  tx: Tx,
  reservation: ReservationKey & {
    readonly counts: readonly number[]
    readonly wanted: number
    readonly now: bigint
  },
): Promise<void> => {
  const { productId, wanted, now } = reservation
  const { stockLeft, perUserLimit } = await lockProduct(tx, productId)
  const before = await reservedBefore(tx, reservation)
  const count = Math.max(before, ...reservation.counts)
  if (before === 0) await requireNoWait(tx, reservation, now)
  const whole = Math.max(count, wanted)
  await requireWithinLimit(tx, reservation, { count: whole, limit: perUserLimit })
  if (BigInt(whole - before) > stockLeft) {
    throw new AppError('OUT_OF_STOCK', { details: { productId, stock: Number(stockLeft) } })
  }
  await setReserved(tx, reservation, { before, count })
  await moveStock(tx, productId, before - count)
}

/**
 * Frees stock after a voucher ended unused, except for the need of other open vouchers (`counts`). If nothing
 * remains reserved, the user's next reservation has to wait, whether the voucher expired or another voucher
 * of the nonce superseded it: otherwise stock could be blocked for the price of electricity. A purchase of
 * the product resets the wait, whichever of the two is handled first.
 */
export const freeStock = async (
  tx: Tx,
  reservation: ReservationKey & {
    readonly counts: readonly number[]
    readonly now: bigint
  },
): Promise<void> => {
  const { userId, productId, now } = reservation
  await lockProduct(tx, productId)
  const before = await reservedBefore(tx, reservation)
  const count = Math.min(before, Math.max(0, ...reservation.counts))
  await setReserved(tx, reservation, { before, count })
  await moveStock(tx, productId, before - count)
  if (before === 0 || count > 0) return
  const { rows } = await tx.query<{ lapses: number | bigint }>({
    name: 'mining_wait_lapses',
    text: `INSERT INTO mining_reservation_wait (user_id, product_id, lapses, retry_at) VALUES ($1, $2, 1, $3)
      ON CONFLICT (user_id, product_id) DO UPDATE SET lapses = mining_reservation_wait.lapses + 1 RETURNING lapses`,
    values: [userId, productId, now],
  })
  await tx.query({
    name: 'mining_wait_until',
    text: 'UPDATE mining_reservation_wait SET retry_at = $3 WHERE user_id = $1 AND product_id = $2',
    values: [userId, productId, now + BigInt(waitAfterExpired(Number(rows[0]?.lapses ?? 1)))],
  })
}

/**
 * Records a used voucher: its machines are sold, the rest of the reservation is freed, and the wait is reset.
 */
export const sellStock = async (tx: Tx, sale: ReservationKey & { readonly count: number }): Promise<void> => {
  const { userId, productId } = sale
  await lockProduct(tx, productId)
  const before = await reservedBefore(tx, sale)
  await setReserved(tx, sale, { before, count: 0 })
  await moveStock(tx, productId, before - sale.count)
  await tx.query({
    name: 'mining_wait_forgive',
    text: 'DELETE FROM mining_reservation_wait WHERE user_id = $1 AND product_id = $2',
    values: [userId, productId],
  })
}
