import { randomUUID } from 'node:crypto'
import { chainNow } from '../../platform/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { account, balanceOf } from '../ledger/index.ts'
import { available } from './accounts.ts'
import { beginPosition } from './begin-position.ts'
import { lockBudget } from './budget.ts'
import { creditDueOf } from './credit-due.ts'
import { bookReinvestment, reinvestable } from './deposit.rules.ts'
import type { StakeBegun } from './stake.ts'
import { type DrPrices, type PackageTerms, type PackageToken, stakeValue } from './terms.rules.ts'
import { addReinvested, lockCounters } from './user-counters.ts'

/**
 * USDT for one DR as of a moment, 18 decimals; null: unknown. A reinvestment is no event that carries a price: its value
 * is the day's average of the oracle's own observations, which anybody has.
 */
export type DrPriceAt = (reader: Reader, at: bigint) => Promise<bigint | null>

export interface Reinvestment {
  readonly userId: UserId
  readonly amount: bigint
  readonly incomeToken: PackageToken | undefined
}

/**
 * Puts matured principal or income of packages into a new position, at once: it is in the ledger already. What is due is
 * credited first. One after the other for each user and each budget. Throws as `bookReinvestment` does; 1039 and 1015 from
 * what is really there under the lock.
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
  await creditDueOf(tx, { userId, now: now.timestamp })
  const counters = await lockCounters(tx, userId)
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
    ...{ userId, packageId, token, incomeToken: booking.incomeToken, income: booking.income },
    ...{ principal: amount, value, termDays, startsAt: now.timestamp },
    ...({ origin: 'reinvest', reference: `order:${id}` } as const),
  }
  const principal = {
    ...{ key: `order:${id}:reinvest`, reason: 'package.reinvest', from: available(userId) },
    source: { kind: 'order', orderId: id, packageId },
  }
  return beginPosition(tx, position, { budget, at: now.at, principal, stakeBegun })
}
