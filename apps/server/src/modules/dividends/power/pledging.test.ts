import { describe, expect, test } from 'vitest'
import { refusalBy } from '../../../../test/reference/refusal.ts'
import { addPurchase } from '../../../../test/reference/statements.ts'
import {
  collectDividends,
  newPowerPosition,
  noChange,
  pledgePower,
  settlePower,
  unpledgePower,
  viewPower,
} from './position.rules.ts'
import { endWeek, FINE, newPledgePool, payPledged, pledgedLeft } from './scaled-power.rules.ts'

const WEEK = 2_900n

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
  test('leaving power draws this week; what is left of it is released next week', () => {
    const { pool, state } = joinedWith(1_000n)
    const unpledged = unpledgePower(pool, state, 400n)
    expect(viewPower(pool, unpledged)).toMatchObject({ pledged: 1_000n, leaving: 400n })
    const { index } = payPledged(pool, { USDT: 100n, DR: 0n, drPrice: 0n })
    const closed = endWeek(pool, {
      index,
      leaving: unpledged.change.leaving,
      joining: 0n,
      generationFloor: 0n,
    })
    const position = settlePower(unpledged.position, {
      pool: closed.pool,
      points: [closed.point],
      changes: [unpledged.change],
    })
    expect(position.unpledged).toBe(360n * FINE)
    expect(viewPower(closed.pool, { position, change: noChange(closed.pool.week) }).pledged).toBe(540n)
    expect(collectDividends(position).amount.USDT).toBe(100n)
  })

  test('reverting a change that has not begun is immediate, in both directions', () => {
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

  test('consumes a unit for each dollar, exactly, for any holder', () => {
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
