import { WAD } from '@dr/protocol/amounts'
import { podReturnWeeks } from '@dr/protocol/rules/pod-return'
import { weekEnd, weeksDue } from '@dr/protocol/rules/weeks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RUNS } from '../../../../test/reference/runs.ts'
import { DIVIDEND_CONFIG } from '../default-config.ts'
import { FINE, newPledgePool, pledgedLeft, sharesFor, unitsIn } from '../power/scaled-power.rules.ts'
import { closeWeek, type DividendState, type WeekInput } from './close-week.rules.ts'

const WEEK = 2_900n
const NOTHING = { USDT: 0n, DR: 0n }
const quiet = (week: bigint): WeekInput => ({
  week,
  income: NOTHING,
  drPrice: WAD,
  leaving: 0n,
  joining: 0n,
  growth: [],
})
const pledgedState = (units: bigint): DividendState => ({
  carry: NOTHING,
  pledges: { ...newPledgePool(WEEK), shares: units * FINE },
})
const payout = fc.record({ USDT: fc.bigInt(0n, 10n ** 25n), DR: fc.bigInt(0n, 10n ** 25n) })
const input = fc.record({
  income: payout,
  drPrice: fc.option(fc.bigInt(10n ** 12n, 10n ** 21n), { nil: null }),
  joining: fc.bigInt(0n, 10n ** 26n).map((units) => units * FINE),
  leavingBps: fc.bigInt(0n, 10_000n),
  growth: fc.array(
    fc.record({
      userId: fc.integer({ min: 1, max: 99 }),
      bought: fc.bigInt(1n, 10n ** 24n),
      reachedAt: fc.bigInt(1n, 9n),
    }),
    { maxLength: 25 },
  ),
})

describe('closing a week', () => {
  test('pays 7/8 to pledged power and 1/8 to the growth prize', () => {
    const state = pledgedState(10n ** 6n)
    const growth = [{ userId: 7, bought: 10_000n, reachedAt: 1n }]
    const { result, state: next } = closeWeek(DIVIDEND_CONFIG, state, {
      ...quiet(WEEK),
      income: { USDT: 8_000n, DR: 0n },
      growth,
    })
    expect(result.dividends).toEqual({ USDT: 7_000n, DR: 0n })
    expect(result.prizes).toEqual([{ userId: 7, rank: 1, bought: 10_000n, amount: { USDT: 1_000n, DR: 0n } }])
    expect(next.carry).toEqual(NOTHING)
    expect(pledgedLeft(next.pledges)).toBe(993_000n)
  })

  test('pays a fifth of the pledged power left at most, USDT before DR, and carries the rest over', () => {
    const { result, state } = closeWeek(DIVIDEND_CONFIG, pledgedState(1_000n), {
      ...quiet(WEEK),
      income: { USDT: 160n, DR: 8_000n },
      drPrice: WAD / 2n,
    })
    expect(result.dividends).toEqual({ USDT: 140n, DR: 120n }) // 140 + 120 × 0.50 = 200 USD
    expect(state.carry).toEqual({ USDT: 20n, DR: 7_880n })
    expect(pledgedLeft(state.pledges)).toBe(800n)
  })

  test('keeps DR for a week that has a price', () => {
    const income = { USDT: 0n, DR: 800n }
    const first = closeWeek(DIVIDEND_CONFIG, pledgedState(10_000n), { ...quiet(WEEK), income, drPrice: null })
    expect(first.state.carry).toEqual(income)
    const second = closeWeek(DIVIDEND_CONFIG, first.state, quiet(WEEK + 1n))
    expect(second.result.dividends).toEqual({ USDT: 0n, DR: 700n })
  })

  test('pays nothing when nothing is pledged, and carries all of it', () => {
    const income = { USDT: 500n, DR: 0n }
    const { state } = closeWeek(DIVIDEND_CONFIG, pledgedState(0n), { ...quiet(WEEK), income })
    expect(state.carry).toEqual(income)
  })

  test('closes week by week: none twice, none skipped', () => {
    const state = pledgedState(0n)
    expect(() => closeWeek(DIVIDEND_CONFIG, state, quiet(WEEK + 1n))).toThrow(RangeError)
    const { state: next } = closeWeek(DIVIDEND_CONFIG, state, quiet(WEEK))
    expect(() => closeWeek(DIVIDEND_CONFIG, next, quiet(WEEK))).toThrow(RangeError)
  })

  test('three weeks late it closes three weeks, each correctly', () => {
    const incomes = [100n, 0n, 800n].map((USDT) => ({ USDT, DR: 0n }))
    const weeks = weeksDue({ next: WEEK, now: weekEnd(WEEK + 2n) })
    const results = []
    let state = pledgedState(1_000n)
    for (const [at, week] of weeks.entries()) {
      const closed = closeWeek(DIVIDEND_CONFIG, state, {
        ...quiet(week),
        income: incomes[at] ?? NOTHING,
      })
      results.push(closed.result)
      state = closed.state
    }
    expect(results.map(({ week, dividends }) => [week, dividends.USDT])).toEqual([
      [WEEK, 87n], // 7/8 of 100
      [WEEK + 1n, 11n], // 7/8 of 13 carried
      [WEEK + 2n, 180n], // a fifth of 902 left, not 7/8 of 802
    ])
    expect(state.carry.USDT).toBe(622n)
  })

  test('loses nothing and never pays more than there is, or than the week may', () => {
    fc.assert(
      fc.property(fc.array(input, { minLength: 1, maxLength: 12 }), (weeks) => {
        let state = pledgedState(0n)
        weeks.forEach(({ leavingBps, ...one }, at) => {
          const leaving = (state.pledges.shares * leavingBps) / 10_000n
          const before = pledgedLeft(state.pledges)
          const carry = state.carry
          const { result, state: next } = closeWeek(DIVIDEND_CONFIG, state, {
            ...one,
            leaving,
            week: WEEK + BigInt(at),
          })
          for (const token of ['USDT', 'DR'] as const) {
            const prizes = result.prizes.reduce((sum, { amount }) => sum + amount[token], 0n)
            expect(next.carry[token]).toBe(
              carry[token] + one.income[token] - result.dividends[token] - prizes,
            )
            expect(next.carry[token] >= 0n).toBe(true)
            expect(result.dividends[token] * 8n <= result.available[token] * 7n).toBe(true)
            expect(prizes * 8n <= result.available[token]).toBe(true)
          }
          const drValue = (amount: bigint) => (amount * (one.drPrice ?? 0n)) / WAD
          // Amounts that leave the pool are rounded up to a base unit of DR, however expensive; holders'
          // claims are not.
          const wholeDr = result.dividends.DR === 0n ? 0n : result.dividends.DR - 1n
          const paid = result.dividends.USDT + drValue(wholeDr)
          expect(paid * 5n <= before).toBe(true)
          for (const { amount, bought } of result.prizes) {
            expect((amount.USDT + drValue(amount.DR)) * 10n <= bought).toBe(true)
          }
          state = next
        })
      }),
      { numRuns: RUNS },
    )
  })
})

describe('weeks that stay like the last', () => {
  const WEEKS = 40
  /**
   * Earnings of a holder of `power` after each week: others buy as much as they consume, and win the prize.
   */
  const drawnBy = (power: bigint, week: { fees: bigint; pledged: bigint }): bigint[] => {
    const mine = power * FINE
    let state: DividendState = {
      carry: { USDT: 0n, DR: 0n },
      pledges: { ...newPledgePool(WEEK), shares: mine + week.pledged * FINE },
    }
    return Array.from({ length: WEEKS }, (_, at) => {
      const { result, state: next } = closeWeek(DIVIDEND_CONFIG, state, {
        ...quiet(state.pledges.week),
        income: { USDT: week.fees, DR: 0n },
        growth: [{ userId: 1, bought: 10n ** 40n, reachedAt: BigInt(at) }],
      })
      const { index, shares } = next.pledges
      state = {
        ...next,
        pledges: { ...next.pledges, shares: shares + sharesFor(result.dividends.USDT * FINE, index) },
      }
      return power - unitsIn(mine, index)
    })
  }

  test('pay POD power back when the offer said, to the week', () => {
    const amount = fc.bigInt(0n, 10n ** 24n)
    const week = fc.record({ fees: amount, pledged: amount })
    fc.assert(
      fc.property(fc.bigInt(10n ** 18n, 10n ** 23n), week, (value, one) => {
        const power = 2n * value
        const drawn = drawnBy(power, one)
        const { fees, pledged } = one
        const said = podReturnWeeks(
          { power, value },
          { swapFees: { USDT: fees, DR: 0n }, pledged, drPrice: null },
          DIVIDEND_CONFIG,
        )
        const dust = 10n ** 6n
        if (said === null || said > WEEKS) expect(drawn.at(-1)).toBeLessThan(value + dust)
        else {
          expect(drawn[said - 1]).toBeGreaterThan(value - dust)
          expect(drawn[said - 2] ?? 0n).toBeLessThan(value + dust)
        }
      }),
      { numRuns: RUNS },
    )
  })
})
