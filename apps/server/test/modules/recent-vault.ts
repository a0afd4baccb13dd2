import { recentDays, recentPart, recentShare } from '@dr/protocol/rules/recent-deposits'
import { windowStart } from '../../src/modules/withdrawal/recent/recent-share.rules.ts'

export const HOUR = 3_600n
export const DAY = 24n * HOUR
export const NOON = 20_000n * DAY + 12n * HOUR

/** Accounts of one vault under the rule; the contract's day and the ledger in their simplest form. */
export class Vault {
  now = NOON
  #reserve: bigint
  readonly #accounts: Account[]
  #payments: { readonly at: bigint; readonly amount: bigint; readonly part: bigint }[] = []

  readonly #floor: bigint
  readonly #bps: bigint

  constructor(
    reserve: bigint,
    accounts: number,
    { floor = FLOOR, bps = 500n }: { readonly floor?: bigint; readonly bps?: bigint } = {},
  ) {
    this.#reserve = reserve
    this.#floor = floor
    this.#bps = bps
    this.#accounts = Array.from({ length: accounts }, () => ({
      available: 0n,
      unreturned: 0n,
      deposits: [],
      changes: [],
    }))
  }

  #sum(of: 'amount' | 'part'): bigint {
    return this.#payments
      .filter(({ at }) => at >= windowStart(this.now))
      .reduce((sum, one) => sum + one[of], 0n)
  }

  get #total(): bigint {
    return this.#reserve + this.#sum('amount')
  }

  get limit(): bigint {
    const limit = (this.#total * this.#bps) / 10_000n
    return limit > this.#floor ? limit : this.#floor
  }

  /** Time for which a deposit is recent. */
  get recentFor(): bigint {
    return recentDays({ limit: this.limit, total: this.#total }) * DAY
  }

  get recentPaid(): bigint {
    return this.#sum('part')
  }

  get share(): bigint {
    return recentShare(this)
  }

  /** `lockedFor`: in a package, which returns it after this time. */
  deposit(who: number, amount: bigint, lockedFor = 0n): void {
    const account = this.#accounts[who] as Account
    account.unreturned += amount
    this.#reserve += amount
    const freeAt = this.now + lockedFor
    account.deposits.push({ at: this.now, freeAt, amount, before: account.changes.length })
    this.#free(account)
  }

  #free(account: Account): void {
    for (const deposit of account.deposits) {
      if (deposit.isFree || deposit.freeAt > this.now) continue
      deposit.isFree = true
      account.available += deposit.amount
    }
  }

  earn(who: number, amount: bigint): void {
    const account = this.#accounts[who] as Account
    account.available += amount
    this.#reserve += amount
    account.changes.push({ at: this.now, came: amount, uncounted: 0n, before: account.available - amount })
  }

  /** Whether the server signs it; then it is paid at once. */
  withdraw(who: number, wanted: bigint): boolean {
    const account = this.#accounts[who] as Account
    this.#free(account)
    const amount = wanted < account.available ? wanted : account.available
    if (amount === 0n || amount + this.#sum('amount') > this.limit) return false
    const recent = account.deposits
      .filter(({ at, isFree }) => isFree && at > this.now - this.recentFor)
      .reduce((sum, one) => sum + one.amount, 0n)
    const part = recentPart(amount, { ...account, recent, received: 0n })
    if (part > this.share - this.recentPaid) return false
    const burnFree = amount < account.unreturned ? amount : account.unreturned
    account.changes.push({ at: this.now, came: 0n, uncounted: burnFree - part, before: account.available })
    account.available -= amount
    account.unreturned -= burnFree
    this.#reserve -= amount
    const counted = this.#payments.filter(({ at }) => at >= windowStart(this.now))
    this.#payments = [...counted, { at: this.now, amount, part }]
    return true
  }

  /**
   * Burn-free amounts that were not counted, within the period of recent deposits, and older amounts that
   * cover them.
   */
  uncounted(who: number): readonly { readonly left: bigint; readonly covered: bigint }[] {
    const { changes, deposits } = this.#accounts[who] as Account
    return changes.map(({ at }, last) => {
      const first = changes.findIndex((one) => one.at > at - this.recentFor)
      const within = changes.slice(first, last + 1)
      // Amounts deposited within the period before its first change are not older.
      const fresh = deposits
        .filter((one) => one.at > at - this.recentFor && one.before <= first)
        .reduce((sum, one) => sum + one.amount, 0n)
      const older = (changes[first]?.before ?? 0n) - fresh
      return {
        left: within.reduce((sum, one) => sum + one.uncounted, 0n),
        covered: within.reduce((sum, one) => sum + one.came, older > 0n ? older : 0n),
      }
    })
  }
}
interface Account {
  available: bigint
  unreturned: bigint
  /** `before`: number of earlier changes. */
  readonly deposits: {
    readonly at: bigint
    readonly freeAt: bigint
    isFree?: true
    readonly amount: bigint
    readonly before: number
  }[]
  readonly changes: {
    readonly at: bigint
    readonly came: bigint
    readonly uncounted: bigint
    readonly before: bigint
  }[]
}
export const ONE = 10n ** 18n
const FLOOR = 2_000n * ONE
