import { randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { account, balanceOf } from '../../ledger/index.ts'
import { available } from '../accounts.ts'
import { lockBudget } from '../budget/budget.ts'
import { bookReinvestment, reinvestable } from '../deposit/deposit.rules.ts'
import { type DrPrices, type PackageTerms, type PackageToken, stakeValue } from '../terms/terms.rules.ts'
import { beginPosition } from './begin-position.ts'
import type { StakeBegun } from './stake.ts'
import { addReinvested, lockCounters } from './user-counters.ts'

/**
 * USDT for one DR at a moment, 18 decimals; null if unknown. No event of a reinvestment carries a price, so
 * it is valued at the day's average of the oracle's own public observations.
 */
export type DrPriceAt = (reader: Reader, at: bigint) => Promise<bigint | null>

export interface Reinvestment {
  readonly userId: UserId
  readonly amount: bigint
  readonly incomeToken: PackageToken | undefined
  /** Idempotency key, chosen by the caller. */
  readonly requestId: string | undefined
}

/**
 * The position of an earlier request with this `requestId`, or null. Throws BAD_PARAMETER if that request was
 * different.
 */
const findMade = async (
  tx: Tx,
  { packageId }: PackageTerms,
  { userId, amount, incomeToken, requestId }: Reinvestment,
): Promise<bigint | null> => {
  if (requestId === undefined) return null
  const { rows } = await tx.query<{ id: bigint; same: boolean }>({
    name: 'package_position_of_request',
    text: `SELECT id, package_id = $3 AND principal = $4 AND income_token = $5 AS same FROM package_position
      WHERE user_id = $1 AND request_id = $2`,
    values: [userId, requestId, packageId, amount, incomeToken ?? ''],
  })
  const [made] = rows
  if (!made) return null
  if (made.same) return made.id
  throw new AppError('BAD_PARAMETER', { details: { path: 'requestId', reason: 'used-for-another' } })
}

/**
 * Puts matured principal or income of packages into a new position at once, within the ledger. The caller
 * settles due amounts first. Serialized for each user and each budget; a repeated request creates nothing.
 * Throws as `bookReinvestment` does; 1039 and 1015 by the balances under the lock.
 */
export const reinvest = async (
  tx: Tx,
  {
    terms,
    prices,
    drPriceAt,
    stakeBegun,
  }: {
    readonly terms: PackageTerms
    readonly prices: DrPrices | null
    readonly drPriceAt: DrPriceAt
    readonly stakeBegun: StakeBegun
  },
  order: Reinvestment,
): Promise<bigint> => {
  const { userId, amount, incomeToken } = order
  const now = await chainNow(tx)
  const counters = await lockCounters(tx, userId)
  const made = await findMade(tx, terms, order)
  if (made !== null) return made
  const { packageId, token, termDays } = terms
  const open = reinvestable({
    ...counters[token],
    available: await balanceOf(tx, account({ vault: 2, token, kind: 'user-available', userId })),
  })
  const budget = await lockBudget(tx, { packageId, token: incomeToken ?? token })
  const booking = bookReinvestment(
    terms,
    { amount, incomeToken, at: now.timestamp, open },
    { budget: budget.open, prices },
  )
  const price = token === 'DR' ? await drPriceAt(tx, now.timestamp) : null
  const value = stakeValue(token, amount, price === null ? null : { lower: price, higher: price })
  const id = randomUUID()
  await addReinvested(tx, { userId, token, amount })
  const position = {
    userId,
    packageId,
    token,
    incomeToken: booking.incomeToken,
    income: booking.income,
    principal: amount,
    value,
    termDays,
    startsAt: now.timestamp,
    origin: 'reinvest' as const,
    reference: `order:${id}`,
    requestId: order.requestId,
  }
  const principal = {
    key: `order:${id}:reinvest`,
    reason: 'package.reinvest',
    from: available(userId),
    source: { kind: 'order', orderId: id, packageId },
  } as const
  return beginPosition(tx, position, { budget, at: now.at, principal, stakeBegun })
}
