import { RECENT_DEPOSIT_SECONDS, recentPart, recentShare } from '@dr/protocol/rules/recent-deposits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RUNS } from '../../../../test/reference/runs.ts'
import { fitsAt, type HourTaken, shareLeft, windowStart } from './recent-share.rules.ts'

const HOUR = 3_600n
const DAY = 24n * HOUR
const NOON = 20_000n * DAY + 12n * HOUR

test('what counts is the current hour and the 24 before it, as RollingDay has it', () => {
  expect(windowStart(NOON)).toBe(NOON - DAY)
  expect(windowStart(NOON + HOUR - 1n)).toBe(NOON - DAY)
  fc.assert(
    fc.property(fc.bigInt(0n, 60n * HOUR), (ago) => {
      const counted = (NOON - ago) / HOUR + 25n > NOON / HOUR // `oldestHour + WINDOW_HOURS <= hour` is dropped
      expect(NOON - ago >= windowStart(NOON)).toBe(counted)
    }),
    { numRuns: RUNS },
  )
})

describe('what is left of a share', () => {
  const taken: HourTaken[] = [
    { hour: 102n, amount: 60n },
    { hour: 100n, amount: 30n },
  ]

  test('is never below zero, and says when an amount fits', () => {
    expect(shareLeft(taken, 100n)).toBe(10n)
    expect(shareLeft(taken, 80n)).toBe(0n)
    expect(fitsAt(taken, 100n, 40n)).toBe(125n * HOUR)
    expect(fitsAt(taken, 100n, 41n)).toBe(127n * HOUR)
    expect(fitsAt(taken, 100n, 101n)).toBeNull()
    expect(fitsAt([], 100n, 101n)).toBeNull()
  })

  test('an amount that does not fit now fits then, and not an hour before', () => {
    const hours = fc.uniqueArray(fc.record({ hour: fc.bigInt(100n, 124n), amount: fc.bigInt(1n, 50n) }), {
      selector: ({ hour }) => hour,
      maxLength: 25,
    })
    fc.assert(
      fc.property(hours, fc.bigInt(1n, 500n), fc.bigInt(1n, 500n), (all, share, amount) => {
        const at = fitsAt(all, share, amount)
        const leftAt = (time: bigint) =>
          shareLeft(
            all.filter(({ hour }) => hour * HOUR >= windowStart(time)),
            share,
          )
        if (amount <= shareLeft(all, share)) return
        expect(at === null).toBe(amount > share)
        if (at === null) return
        expect(leftAt(at) >= amount).toBe(true)
        expect(leftAt(at - HOUR) >= amount).toBe(false)
      }),
      { numRuns: RUNS },
    )
  })
})

/** Accounts of one vault under the rule; the contract's day and the ledger in their simplest form. */
class Vault {
  now = NOON
  #reserve: bigint
  readonly #accounts: Account[]
  readonly #payments: { readonly at: bigint; readonly amount: bigint; readonly part: bigint }[] = []

  readonly #floor: bigint

  constructor(reserve: bigint, accounts: number, floor: bigint = FLOOR) {
    this.#reserve = reserve
    this.#floor = floor
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

  get limit(): bigint {
    const limit = ((this.#reserve + this.#sum('amount')) * 5n) / 100n
    return limit > this.#floor ? limit : this.#floor
  }

  get recentPaid(): bigint {
    return this.#sum('part')
  }

  get share(): bigint {
    return recentShare('USDT', this.limit)
  }

  deposit(who: number, amount: bigint): void {
    const account = this.#accounts[who] as Account
    account.available += amount
    account.unreturned += amount
    this.#reserve += amount
    account.deposits.push({ at: this.now, amount, before: account.changes.length })
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
    const amount = wanted < account.available ? wanted : account.available
    if (amount === 0n || amount + this.#sum('amount') > this.limit) return false
    const recent = account.deposits
      .filter(({ at }) => at > this.now - RECENT_DEPOSIT_SECONDS)
      .reduce((sum, one) => sum + one.amount, 0n)
    const part = recentPart(amount, { ...account, recent, received: 0n })
    if (part > this.share - this.recentPaid) return false
    const burnFree = amount < account.unreturned ? amount : account.unreturned
    account.changes.push({ at: this.now, came: 0n, uncounted: burnFree - part, before: account.available })
    account.available -= amount
    account.unreturned -= burnFree
    this.#reserve -= amount
    this.#payments.push({ at: this.now, amount, part })
    return true
  }

  /** What left without burn and was not counted, within 30 days, beside what covers it. */
  uncounted(who: number): readonly { readonly left: bigint; readonly covered: bigint }[] {
    const { changes, deposits } = this.#accounts[who] as Account
    return changes.map(({ at }, last) => {
      const first = changes.findIndex((one) => one.at > at - RECENT_DEPOSIT_SECONDS)
      const within = changes.slice(first, last + 1)
      // What was deposited within the 30 days before its first change is no older money.
      const fresh = deposits
        .filter((one) => one.at > at - RECENT_DEPOSIT_SECONDS && one.before <= first)
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
  /** `before`: how many changes came before it. */
  readonly deposits: { readonly at: bigint; readonly amount: bigint; readonly before: number }[]
  readonly changes: {
    readonly at: bigint
    readonly came: bigint
    readonly uncounted: bigint
    readonly before: bigint
  }[]
}
const ONE = 10n ** 18n
const FLOOR = 2_000n * ONE

describe('a vault under the rule', () => {
  const accounts = 4
  const step = fc.record({
    do: fc.constantFrom('deposit' as const, 'earn' as const, 'withdraw' as const, 'withdraw' as const),
    who: fc.nat(accounts - 1),
    amount: fc.bigInt(1n, 3_000n).map((amount) => amount * ONE),
    hours: fc.bigInt(0n, 60n),
  })

  test('pays recent deposits no more than a quarter of its day, and what is not counted was there for 30 days or earned', () => {
    let refused = 0
    let counted = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
        const vault = new Vault(10_000n * ONE, accounts)
        for (const { do: what, who, amount, hours } of steps) {
          vault.now += hours * HOUR
          const before = vault.recentPaid
          if (what !== 'withdraw') vault[what](who, amount)
          else if (!vault.withdraw(who, amount)) refused += 1
          else if (vault.recentPaid > before) {
            counted += 1
            expect(vault.recentPaid * 4n <= vault.limit).toBe(true)
          }
        }
        for (let who = 0; who < accounts; who += 1)
          for (const { left, covered } of vault.uncounted(who)) expect(left <= covered).toBe(true)
      }),
      { numRuns: RUNS * 3 },
    )
    expect(refused > 0 && counted > 0).toBe(true)
  })

  test('leaves three quarters of a day to others, however many accounts go round; what stayed for 30 days is older', () => {
    const attackers = 8
    const vault = new Vault(200_000n * ONE, attackers + 1)
    const each = 1_375n * ONE // as in the audit: 11,000, 5 % of the reserve, in all
    const goRound = (): number =>
      Array.from({ length: attackers }, (_, who) => vault.withdraw(who, each)).filter(Boolean).length
    for (let who = 0; who < attackers; who += 1) vault.deposit(who, each)
    for (let day = 0; day < 6; day += 1) {
      expect(goRound()).toBe(1)
      const rest = vault.limit - vault.share
      vault.earn(attackers, rest)
      expect(vault.withdraw(attackers, rest)).toBe(true)
      vault.deposit(0, each)
      vault.now += 25n * HOUR
    }
    vault.now += 25n * DAY
    expect(goRound()).toBe(attackers - 1) // all that the limit of the day has room for
    expect(vault.recentPaid <= vault.share).toBe(true)
  })

  test.each([26, 60, 95])(
    'is not used up each day by who owns %i % of its reserve, old or new',
    (percent) => {
      // The first takes the share of recent deposits each day, the others what is left once they have rested.
      const accounts = 100
      const theirs = (200_000n * ONE * BigInt(percent)) / 100n
      const each = theirs / BigInt(accounts)
      const vault = new Vault(200_000n * ONE - theirs, accounts + 1)
      const depositedAt = Array.from({ length: accounts + 1 }, () => vault.now)
      vault.deposit(0, 3_000n * ONE)
      for (let who = 1; who <= accounts; who += 1) vault.deposit(who, each)
      vault.now += RECENT_DEPOSIT_SECONDS
      const takeAndBring = (who: number, amount: bigint): bigint => {
        if (amount <= 0n || !vault.withdraw(who, amount)) return 0n
        vault.deposit(who, amount)
        depositedAt[who] = vault.now
        return amount
      }
      const days = 90
      let usedUp = 0
      for (let day = 0; day < days; day += 1) {
        const { limit } = vault
        let paid = takeAndBring(0, vault.share - vault.recentPaid)
        for (let who = 1; who <= accounts; who += 1) {
          if (vault.now - (depositedAt[who] ?? 0n) < RECENT_DEPOSIT_SECONDS) continue
          const left = limit - paid
          paid += takeAndBring(who, left < each ? left : each)
        }
        if (paid * 100n > limit * 95n) usedUp += 1
        vault.now += 25n * HOUR
      }
      // A day takes the share, and 3.75 % of the reserve that has rested for 30 days.
      expect(usedUp).toBeGreaterThan(days / 6)
      expect(usedUp).toBeLessThan((days * percent) / 100)
    },
  )

  test('leaves half of its day to others in a young vault, whose day is the least withdrawal', () => {
    const attackers = 4
    const floor = 100n * ONE
    const vault = new Vault(1_000n * ONE, attackers + 1, floor)
    for (let who = 0; who < attackers; who += 1) vault.deposit(who, 25n * ONE)
    for (let day = 0; day < 3; day += 1) {
      for (let who = 0; who < attackers; who += 1) {
        if (vault.withdraw(who, 25n * ONE)) vault.deposit(who, 25n * ONE)
      }
      expect(vault.recentPaid).toBe(50n * ONE)
      vault.earn(attackers, floor / 2n)
      expect(vault.withdraw(attackers, floor / 2n)).toBe(true)
      vault.now += 25n * HOUR
    }
  })
})
