import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, NOON, ONE, Vault } from '../../../../test/modules/recent-vault.ts'
import { RUNS } from '../../../../test/reference/runs.ts'
import { fitsAt, type HourTaken, shareLeft, windowStart } from './recent-share.rules.ts'

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

describe('a vault under the rule', () => {
  const accounts = 4
  const step = fc.record({
    do: fc.constantFrom('deposit' as const, 'earn' as const, 'withdraw' as const, 'withdraw' as const),
    who: fc.nat(accounts - 1),
    amount: fc.bigInt(1n, 3_000n).map((amount) => amount * ONE),
    hours: fc.bigInt(0n, 60n),
  })

  test('pays recent deposits no more than a quarter of its day, and what is not counted was there for as long as a deposit is recent, or earned', () => {
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
    expect(goRound()).toBe(attackers - 1) // as many as the day's limit allows
    expect(vault.recentPaid <= vault.share).toBe(true)
  })

  describe.each([
    ['at 5 %', { bps: 500n, floor: 1n, reserve: 200_000n * ONE }],
    ['at 1 %, the minimum that the admin may set', { bps: 100n, floor: 1n, reserve: 200_000n * ONE }],
    ['a small one, by its floor', { bps: 100n, floor: 100n * ONE, reserve: 2_000n * ONE }],
  ])('%s', (_, { reserve, ...caps }) => {
    test.each([
      [26, 0n],
      [60, 0n],
      [95, 0n],
      [26, 7n],
      [60, 7n],
      [95, 20n],
    ])('is not used up each day by who owns %i % of it, in packages of %i days', (percent, termDays) => {
      // The first takes the share of recent deposits each day, the others the rest once their deposits are no
      // longer recent.
      const accounts = 150
      const theirs = (reserve * BigInt(percent)) / 100n
      const each = theirs / BigInt(accounts)
      const vault = new Vault(reserve - theirs, accounts + 1, caps)
      const lockedFor = termDays * DAY
      const depositedAt = Array.from({ length: accounts + 1 }, () => vault.now)
      vault.deposit(0, vault.share)
      for (let who = 1; who <= accounts; who += 1) vault.deposit(who, each, lockedFor)
      vault.now += vault.recentFor
      const takeAndBring = (who: number, amount: bigint, lock: bigint): bigint => {
        if (amount <= 0n || !vault.withdraw(who, amount)) return 0n
        vault.deposit(who, amount, lock)
        depositedAt[who] = vault.now
        return amount
      }
      const days = 3n * (vault.recentFor / DAY)
      let usedUp = 0
      for (let day = 0n; day < days; day += 1n) {
        const { limit } = vault
        let paid = takeAndBring(0, vault.share - vault.recentPaid, 0n)
        for (let who = 1; who <= accounts; who += 1) {
          const rested = vault.now - (depositedAt[who] ?? 0n)
          if (rested < lockedFor || (lockedFor === 0n && rested < vault.recentFor)) continue
          const left = limit - paid
          paid += takeAndBring(who, left < each ? left : each, lockedFor)
        }
        if (paid * 100n > limit * 95n) usedUp += 1
        vault.now += 25n * HOUR
      }
      // A day takes the share, and three quarters of a limit from deposits that are no longer recent.
      expect(usedUp).toBeLessThan((Number(days) * percent) / 100)
      if (termDays === 0n) expect(usedUp).toBeGreaterThan(Number(days) / 6)
    })
  })

  test('leaves three quarters of its day to others in a young vault, whose day is the minimum withdrawal', () => {
    const attackers = 4
    const floor = 100n * ONE
    const vault = new Vault(1_000n * ONE, attackers + 1, { floor })
    for (let who = 0; who < attackers; who += 1) vault.deposit(who, 25n * ONE)
    for (let day = 0; day < 3; day += 1) {
      for (let who = 0; who < attackers; who += 1) {
        if (vault.withdraw(who, 25n * ONE)) vault.deposit(who, 25n * ONE)
      }
      expect(vault.recentPaid).toBe(25n * ONE)
      const rest = (floor * 3n) / 4n
      vault.earn(attackers, rest)
      expect(vault.withdraw(attackers, rest)).toBe(true)
      vault.now += 25n * HOUR
    }
  })
})
