/** Packages in a slow form: every position is checked whenever one matures. */

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
  readonly matures: bigint
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

  /** Time after `now` at which the next position matures. */
  next(now: bigint): bigint | null {
    const coming = this.#positions.map(({ matures }) => matures).filter((at) => at > now)
    return coming.length === 0 ? null : coming.reduce((first, at) => (at < first ? at : first))
  }

  /** Credits principal and income of positions that mature now. */
  mature(now: bigint): void {
    for (const { user, token, incomeToken, income, principal, matures } of this.#positions) {
      if (matures !== now) continue
      this.#credit(user, incomeToken, income)
      this.#credit(user, token, principal)
    }
  }

  /** False if it fits no package, or the budget does not cover it. */
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
    const matures = at + BigInt(terms.termDays) * DAY
    this.#positions.push({ user, token: terms.token, incomeToken, principal, income, matures })
    return true
  }
}
