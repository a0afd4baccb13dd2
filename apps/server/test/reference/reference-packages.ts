/** Packages, the slow way: every position looked at on every day of its term. */

import { PACKAGES } from './commands.ts'
import { fraction } from './fraction.ts'

const DAY = 86_400n
const WAD = 10n ** 18n

interface Position {
  readonly user: number
  readonly token: string
  readonly incomeToken: string
  readonly principal: bigint
  readonly income: bigint
  readonly begins: bigint
  readonly days: bigint
  daysPaid: bigint
}

interface Order {
  readonly user: number
  readonly packageId: number
  readonly incomeToken: 'USDT' | 'DR'
  readonly amount: bigint
}

export class ReferencePackages {
  readonly budgets = new Map<string, bigint>()
  readonly #positions: Position[] = []
  readonly #credit: (user: number, token: string, amount: bigint) => void

  constructor(credit: (user: number, token: string, amount: bigint) => void) {
    this.#credit = credit
  }

  fundBudget(packageId: number, token: string, amount: bigint): void {
    const key = `${token}:${packageId}`
    this.budgets.set(key, (this.budgets.get(key) ?? 0n) + amount)
  }

  /** When the next day of a position is over, after `now`. */
  next(now: bigint): bigint | null {
    let next: bigint | null = null
    for (const { begins, days, daysPaid } of this.#positions) {
      const at = begins + (daysPaid + 1n) * DAY
      if (daysPaid < days && at > now && (next === null || at < next)) next = at
    }
    return next
  }

  /** The days that end now. */
  endDays(now: bigint): void {
    for (const position of this.#positions) {
      const { user, token, incomeToken, income, principal, begins, days, daysPaid } = position
      if (daysPaid === days || begins + (daysPaid + 1n) * DAY !== now) continue
      position.daysPaid += 1n
      const until = (day: bigint) => fraction(income * day, days).floor()
      this.#credit(user, incomeToken, until(daysPaid + 1n) - until(daysPaid))
      if (daysPaid + 1n === days) this.#credit(user, token, principal)
    }
  }

  /** False: it fits no package, or the budget does not cover it. */
  open(
    at: bigint,
    order: Order & { token?: string },
    price: bigint | null,
    minimumOf: 'first' | 'again',
  ): boolean {
    const terms = PACKAGES.find(({ packageId }) => packageId === order.packageId)
    const rate = terms?.dailyRates[order.incomeToken]
    if (!terms || rate === undefined || (order.token !== undefined && order.token !== terms.token))
      return false
    const minimum = minimumOf === 'first' ? terms.minimum : terms.reinvestMinimum
    const second = Number(at % DAY)
    const { opensAtSecond: from, closesAtSecond: to } = terms.hours
    if (order.amount % WAD !== 0n || order.amount < minimum) return false
    if (from !== to && (second < from || second >= to)) return false
    const needsPrice = terms.token !== order.incomeToken
    if (needsPrice && price === null) return false
    const usd = (token: string) => (token === 'DR' && needsPrice ? fraction(price ?? 0n, WAD) : fraction(1n))
    const income = fraction(order.amount)
      .times(fraction(rate * BigInt(terms.termDays), WAD))
      .times(usd(terms.token))
      .over(usd(order.incomeToken))
      .floor()
    const key = `${order.incomeToken}:${order.packageId}`
    const budget = this.budgets.get(key) ?? 0n
    if (income > budget) return false
    this.budgets.set(key, budget - income)
    const { user, incomeToken, amount: principal } = order
    const days = BigInt(terms.termDays)
    this.#positions.push({
      user,
      token: terms.token,
      incomeToken,
      principal,
      income,
      begins: at,
      days,
      daysPaid: 0n,
    })
    return true
  }
}
