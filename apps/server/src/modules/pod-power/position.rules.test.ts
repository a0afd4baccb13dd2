import { WAD } from '@dr/protocol/amounts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { least } from '../../platform/integers.ts'
import { refusalBy } from '../testing/refusal.ts'
import { PROPERTY_TIMEOUT_MS, RUNS } from '../testing/test-runs.ts'
import {
  addPurchase,
  collectDividends,
  newPowerPosition,
  noChange,
  type PledgeChange,
  type PowerPosition,
  pledgePower,
  settlePower,
  unpledgePower,
  viewPower,
} from './position.rules.ts'
import {
  type ClosePoint,
  endWeek,
  FINE,
  INDEX_ONE,
  newPledgePool,
  type PledgePool,
  payPledged,
  pledgedLeft,
  SCALE,
} from './scaled-power.rules.ts'

const HOLDERS = 4
const WEEK = 2_900n

/** What a week pays (1/10,000 of the pledged power left, in USDT and in DR), and what each holder does before its end. */
const week = fc.record({
  usdtBps: fc.oneof(fc.constant(0n), fc.constant(10_000n), fc.bigInt(0n, 10_000n)),
  drBps: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10_000n)),
  drPrice: fc.bigInt(1n, 10n ** 21n),
  acts: fc.array(
    fc.record({
      holder: fc.nat(HOLDERS - 1),
      do: fc.constantFrom('buy' as const, 'keep' as const, 'pledge' as const, 'unpledge' as const),
      units: fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(1n, 10n ** 24n)),
      all: fc.boolean(),
      settles: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
})
type Week = typeof week extends fc.Arbitrary<infer W> ? W : never

const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n)

/** Holders and pool, week after week. `lazily`: nobody is settled unless an own act needs it. */
const run = (weeks: readonly Week[], { lazily, floor }: { lazily: boolean; floor: bigint }) => {
  let pool: PledgePool = newPledgePool(WEEK)
  const points: ClosePoint[] = []
  const positions: PowerPosition[] = Array.from({ length: HOLDERS }, () => newPowerPosition)
  const changes: Map<bigint, PledgeChange>[] = Array.from({ length: HOLDERS }, () => new Map())
  const bought = positions.map(() => 0n)
  const collected = positions.map(() => ({ USDT: 0n, DR: 0n, value: 0n }))
  const paid = { USDT: 0n, DR: 0n, value: 0n }

  const settle = (holder: number): PowerPosition => {
    const own = [...(changes[holder] as Map<bigint, PledgeChange>).values()].filter((c) => c.week < pool.week)
    const settled = settlePower(positions[holder] as PowerPosition, { pool, points, changes: own })
    const taken = collectDividends(settled)
    const into = collected[holder] as { USDT: bigint; DR: bigint }
    into.USDT += taken.amount.USDT
    into.DR += taken.amount.DR
    positions[holder] = taken.position
    return taken.position
  }
  const act = (one: Week['acts'][number]) => {
    const own = changes[one.holder] as Map<bigint, PledgeChange>
    const change = own.get(pool.week) ?? noChange(pool.week)
    const lazy = { position: positions[one.holder] as PowerPosition, change }
    if (one.do === 'buy' || one.do === 'keep') {
      bought[one.holder] = (bought[one.holder] ?? 0n) + one.units
      const next = addPurchase(lazy, { power: one.units, pledge: one.do === 'buy' })
      positions[one.holder] = next.position
      own.set(pool.week, next.change)
      return
    }
    const state = { position: settle(one.holder), change }
    const view = viewPower(pool, state)
    const most = one.do === 'pledge' ? view.leaving + view.unpledged : view.joining + view.staying
    const units = one.all ? most : least(one.units, most)
    const next = (one.do === 'pledge' ? pledgePower : unpledgePower)(pool, state, units)
    positions[one.holder] = next.position
    own.set(pool.week, next.change)
  }
  for (const one of weeks) {
    one.acts.forEach(act)
    if (!lazily) for (const { holder, settles } of one.acts) if (settles) settle(holder)
    const left = pledgedLeft(pool)
    const USDT = (left * one.usdtBps) / 10_000n
    const DR = ((left - USDT) * one.drBps) / 10_000n
    const payment = payPledged(pool, { USDT, DR, drPrice: one.drPrice })
    paid.USDT += payment.paid.USDT
    paid.DR += payment.paid.DR
    expect(payment.paid.USDT <= USDT && payment.paid.DR * one.drPrice < DR * WAD + one.drPrice).toBe(true)
    expect(USDT - payment.paid.USDT <= pool.shares / SCALE + 1n).toBe(true)
    const due = changes.map((own) => own.get(pool.week) ?? noChange(pool.week))
    const ended = endWeek(pool, {
      index: payment.index,
      leaving: sum(due.map(({ leaving }) => leaving)),
      joining: sum(due.map(({ joining }) => joining)),
      generationFloor: floor,
    })
    pool = ended.pool
    points.push(ended.point)
  }
  for (let holder = 0; holder < HOLDERS; holder += 1) settle(holder)
  return { pool, points, positions, changes, bought, collected, paid }
}

const FLOORS = [INDEX_ONE / 10n ** 9n, INDEX_ONE / 2n, 0n]
const weeks = fc.array(week, { minLength: 1, maxLength: 30 })

describe('pledged power', () => {
  test(
    'is shared by all: nobody is paid more than was set aside, nothing more than dust stays behind',
    () => {
      fc.assert(
        fc.property(weeks, fc.constantFrom(...FLOORS), (all, floor) => {
          const { pool, positions, collected, paid, bought, points } = run(all, { lazily: false, floor })
          const shares = sum(positions.map((position) => position.shares))
          expect(shares <= pool.shares).toBe(true)
          // At most one share each for a week's joining and one for an end of a generation.
          expect(pool.shares - shares <= BigInt(2 * HOLDERS * all.length)).toBe(true)
          for (const token of ['USDT', 'DR'] as const) {
            const taken = sum(collected.map((one) => one[token]))
            const open = sum(positions.map(({ accrued }) => accrued[token]))
            expect(taken <= paid[token]).toBe(true)
            expect(paid[token] * SCALE - taken * SCALE - open < SCALE * BigInt(all.length + 1)).toBe(true)
          }
          positions.forEach((position, holder) => {
            const { left } = viewPower(pool, { position, change: noChange(pool.week) })
            const drawn = collected[holder]?.USDT ?? 0n
            expect(left + drawn <= (bought[holder] ?? 0n)).toBe(true)
          })
          expect(points.filter((p) => p.endsGeneration).length).toBe(Number(pool.generation))
        }),
        { numRuns: RUNS },
      )
    },
    PROPERTY_TIMEOUT_MS,
  )

  test(
    'does not depend on when holders are settled',
    () => {
      fc.assert(
        fc.property(weeks, fc.constantFrom(...FLOORS), (all, floor) => {
          const eager = run(all, { lazily: false, floor })
          const lazy = run(all, { lazily: true, floor })
          expect(lazy).toEqual(eager)
        }),
        { numRuns: RUNS },
      )
    },
    PROPERTY_TIMEOUT_MS,
  )

  test('consumes a unit for each dollar, exactly, for whoever holds it', () => {
    const nothing = { position: newPowerPosition, change: noChange(WEEK) }
    const buyer = addPurchase(nothing, { power: 1_000n, pledge: true })
    const joined = endWeek(newPledgePool(WEEK), {
      index: newPledgePool(WEEK).index,
      leaving: 0n,
      joining: buyer.change.joining,
      generationFloor: 0n,
    })
    expect(pledgedLeft(joined.pool)).toBe(1_000n)
    const { index, paid } = payPledged(joined.pool, { USDT: 200n, DR: 0n, drPrice: 0n })
    const closed = endWeek(joined.pool, { index, leaving: 0n, joining: 0n, generationFloor: 0n })
    const position = settlePower(buyer.position, {
      pool: closed.pool,
      points: [joined.point, closed.point],
      changes: [buyer.change],
    })
    expect(paid).toEqual({ USDT: 200n, DR: 0n })
    expect(collectDividends(position).amount).toEqual({ USDT: 200n, DR: 0n })
    expect(viewPower(closed.pool, { position, change: noChange(closed.pool.week) })).toEqual({
      pledged: 800n,
      leaving: 0n,
      staying: 800n,
      joining: 0n,
      unpledged: 0n,
      left: 800n,
    })
  })
})

describe('pledging and unpledging', () => {
  const joinedWith = (power: bigint) => {
    const { change } = addPurchase(
      { position: newPowerPosition, change: noChange(WEEK) },
      { power, pledge: true },
    )
    const empty = newPledgePool(WEEK)
    const { pool, point } = endWeek(empty, {
      index: empty.index,
      leaving: 0n,
      joining: change.joining,
      generationFloor: 0n,
    })
    const position = settlePower(newPowerPosition, { pool, points: [point], changes: [change] })
    return { pool, state: { position, change: noChange(pool.week) } }
  }
  test('power that leaves draws this week, and is what is left of it next week', () => {
    const { pool, state } = joinedWith(1_000n)
    const asked = unpledgePower(pool, state, 400n)
    expect(viewPower(pool, asked)).toMatchObject({ pledged: 1_000n, leaving: 400n })
    const { index } = payPledged(pool, { USDT: 100n, DR: 0n, drPrice: 0n })
    const closed = endWeek(pool, { index, leaving: asked.change.leaving, joining: 0n, generationFloor: 0n })
    const position = settlePower(asked.position, {
      pool: closed.pool,
      points: [closed.point],
      changes: [asked.change],
    })
    expect(position.unpledged).toBe(360n * FINE)
    expect(viewPower(closed.pool, { position, change: noChange(closed.pool.week) }).pledged).toBe(540n)
    expect(collectDividends(position).amount.USDT).toBe(100n)
  })

  test('taking back what has not begun is immediate, both ways', () => {
    const { pool, state } = joinedWith(1_000n)
    const out = unpledgePower(pool, state, 1_000n)
    expect(pledgePower(pool, out, 1_000n)).toEqual(state)
    const more = addPurchase(state, { power: 50n, pledge: true })
    const back = unpledgePower(pool, more, 50n)
    expect(viewPower(pool, back)).toMatchObject({ unpledged: 50n, joining: 0n, leaving: 0n })
  })

  test('more than is there is refused with 20005, to the last base unit', () => {
    const { pool, state } = joinedWith(1_000n)
    const kept = addPurchase(state, { power: 7n, pledge: false })
    expect(refusalBy(() => pledgePower(pool, kept, 8n))).toBe('POD_POWER_TOO_LOW')
    expect(refusalBy(() => pledgePower(pool, kept, 7n))).toBeNull()
    expect(refusalBy(() => unpledgePower(pool, kept, 1_001n))).toBe('POD_POWER_TOO_LOW')
    expect(refusalBy(() => unpledgePower(pool, kept, 1_000n))).toBeNull()
  })

  test('waits for the closes before it', () => {
    const { pool, state } = joinedWith(1_000n)
    const later = { ...state, change: noChange(pool.week + 1n) }
    expect(() => unpledgePower(pool, later, 1n)).toThrow(RangeError)
    expect(() =>
      settlePower(state.position, {
        pool: { ...pool, generation: 1n },
        points: [],
        changes: [],
      }),
    ).toThrow(/generation 0/)
    expect(() => settlePower(newPowerPosition, { pool, points: [], changes: [noChange(WEEK)] })).toThrow(
      /close of week/,
    )
  })
})
