/** Packages as in the server: budgets and positions; due amounts are credited on each read. */
import { raiseUnreturned } from '@dr/protocol/rules/unreturned'
import {
  bookDeposit,
  bookReinvestment,
  reinvestable,
} from '../../src/modules/packages/deposit/deposit.rules.ts'
import { isMatured, type PackagePosition } from '../../src/modules/packages/position/position.rules.ts'
import type { DrPrices, PackageToken } from '../../src/modules/packages/terms/terms.rules.ts'
import { available, type TestBook } from './book.ts'
import { PACKAGES } from './commands.ts'

interface Held extends PackagePosition {
  readonly user: number
  readonly packageId: number
  readonly token: PackageToken
  readonly incomeToken: PackageToken
  matured: boolean
}

export interface StakeOrder {
  readonly user: number
  readonly packageId: number
  readonly incomeToken: PackageToken
  readonly amount: bigint
}

const budgetOf = (token: string, packageId: number) => `2:${token}:package-budget:${packageId}`
const committedOf = (token: string, packageId: number) => `2:${token}:package-committed:${packageId}`
const lockedOf = (token: string, user: number) => `2:${token}:user-locked:${user}`

export class PackageEngine {
  readonly positions: Held[] = []
  /** Deposited and not yet returned: `<user>:<token>` → base units. */
  readonly unreturned = new Map<string, bigint>()
  readonly deposited = new Map<string, bigint>()
  /** Paid without burn. */
  readonly burnFree = new Map<string, bigint>()
  readonly #credited = new Map<string, bigint>()
  readonly #reinvested = new Map<string, bigint>()
  readonly #book: TestBook

  constructor(book: TestBook) {
    this.#book = book
  }

  fundBudget({ packageId, token, amount }: { packageId: number; token: PackageToken; amount: bigint }): void {
    this.#book.post([`2:${token}:chain`, budgetOf(token, packageId), amount])
  }

  deposit(now: bigint, order: StakeOrder & { token: PackageToken }, prices: DrPrices | null): void {
    const { user, packageId, incomeToken, token, amount } = order
    const terms = PACKAGES.find((one) => one.packageId === packageId)
    const budget = this.#book.balance(budgetOf(incomeToken, packageId))
    const key = `${user}:${token}`
    this.unreturned.set(key, raiseUnreturned(this.unreturned.get(key) ?? 0n, amount))
    this.deposited.set(key, (this.deposited.get(key) ?? 0n) + amount)
    const booking = bookDeposit(terms, { token, amount, incomeToken, at: now }, { budget, prices })
    if (booking.kind === 'returned') {
      this.#book.post([`2:${token}:chain`, available(2, token, user), amount])
      return
    }
    this.#book.post([`2:${token}:chain`, lockedOf(token, user), amount])
    this.#begin(now, order, { token, income: booking.income })
  }

  /** Reinvestable amount of the package's token, after `creditDue`. */
  reinvestable(user: number, token: PackageToken): bigint {
    const key = `${user}:${token}`
    return reinvestable({
      credited: this.#credited.get(key) ?? 0n,
      reinvested: this.#reinvested.get(key) ?? 0n,
      available: this.#book.balance(available(2, token, user)),
    })
  }

  /** Throws the rule's errors. */
  reinvest(now: bigint, order: StakeOrder, prices: DrPrices | null): void {
    const { user, packageId, incomeToken, amount } = order
    const terms = PACKAGES.find((one) => one.packageId === packageId)
    const token = terms?.token ?? 'USDT'
    const budget = this.#book.balance(budgetOf(incomeToken, packageId))
    const open = this.reinvestable(user, token)
    const booking = bookReinvestment(terms, { amount, incomeToken, at: now, open }, { budget, prices })
    this.#book.post([available(2, token, user), lockedOf(token, user), amount])
    const key = `${user}:${token}`
    this.#reinvested.set(key, (this.#reinvested.get(key) ?? 0n) + amount)
    this.#begin(now, order, { token, income: booking.income })
  }

  creditDue(now: bigint, user?: number): void {
    for (const position of this.positions) {
      if (user !== undefined && position.user !== user) continue
      if (position.matured || !isMatured(position, now)) continue
      const { packageId, token, incomeToken, income, principal } = position
      const to = position.user
      this.#book.post([committedOf(incomeToken, packageId), available(2, incomeToken, to), income])
      this.#book.post([lockedOf(token, to), available(2, token, to), principal])
      position.matured = true
      this.#count(to, incomeToken, income)
      this.#count(to, token, principal)
    }
  }

  #count(user: number, token: PackageToken, amount: bigint): void {
    const key = `${user}:${token}`
    if (amount > 0n) this.#credited.set(key, (this.#credited.get(key) ?? 0n) + amount)
  }

  #begin(now: bigint, order: StakeOrder, { token, income }: { token: PackageToken; income: bigint }): void {
    const { user, packageId, incomeToken, amount } = order
    const termDays = PACKAGES.find((one) => one.packageId === packageId)?.termDays ?? 0
    this.#book.post([budgetOf(incomeToken, packageId), committedOf(incomeToken, packageId), income])
    const began = { principal: amount, income, termDays, startsAt: now, matured: false }
    this.positions.push({ ...began, user, packageId, token, incomeToken })
  }
}
