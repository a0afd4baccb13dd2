import { emittedAt as emission } from '@dr/protocol/rules/emission'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PROPERTY_TIMEOUT_MS, RUNS } from '../../../../test/reference/runs.ts'
import {
  extendPaidUntil,
  type MachinePaid,
  paidUntilOf,
  powerChangesOf,
  sumChanges,
} from '../electricity/activation.rules.ts'
import {
  ACC_SCALE,
  type AccPoint,
  collectPosition,
  foldPool,
  newPool,
  newPosition,
  type Position,
  settlePosition,
} from './accumulator.rules.ts'

const START = 1_790_000_000n
const HOUR = 3_600n
const DAY = 86_400n
const emittedAt = (at: bigint) => emission(START, at)

/**
 * One event, `gap` seconds after the previous one. Users, machines and powers are small numbers, so that they
 * repeat.
 */
type Step = { readonly gap: number } & (
  | { readonly do: 'buy'; readonly user: number; readonly power: number; readonly lifeDays: number }
  | { readonly do: 'pay'; readonly machine: number; readonly periods: number }
  | { readonly do: 'release' }
  | { readonly do: 'collect'; readonly user: number }
)
const USERS = 3

const gap = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 1, max: 40 * 86_400 }),
  fc.constant(3_600),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('buy' as const),
    gap,
    user: fc.nat(USERS - 1),
    power: fc.oneof(fc.integer({ min: 1, max: 97 }), fc.constantFrom(100_000, 200_000, 400_000)),
    lifeDays: fc.integer({ min: 30, max: 100 }),
  }),
  fc.record({
    do: fc.constant('pay' as const),
    gap,
    machine: fc.nat(9),
    periods: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('release' as const), gap }),
  fc.record({ do: fc.constant('collect' as const), gap, user: fc.nat(USERS - 1) }),
)

interface Machine extends MachinePaid {
  readonly user: number
}

/** The engine as in the server: changes appended, folded at releases, positions settled when collected. */
const runEngine = (steps: readonly Step[], keepRelease: (index: number, last: boolean) => boolean) => {
  let now = START
  let pool = newPool(START)
  const machines: Machine[] = []
  const changes = new Map<bigint, bigint[]>() // at → delta by user
  const points = new Map<bigint, bigint>()
  const positions: Position[] = Array.from({ length: USERS }, () => newPosition)
  const collected = Array.from({ length: USERS }, () => 0n)
  /** Periods of power of each user, for the reference. */
  const intervals: { user: number; power: bigint; from: bigint; to: bigint }[] = []

  const settle = (user: number) => {
    const before = positions[user] as Position
    const own = [...changes]
      .filter(([at]) => at >= before.settledTo && at < pool.time)
      .map(([at, deltas]) => ({ at, delta: deltas[user] ?? 0n, acc: points.get(at) as bigint }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
    positions[user] = settlePosition(before, { time: pool.time, acc: pool.acc, changes: own })
  }
  const release = () => {
    const due = [...changes]
      .filter(([at]) => at >= pool.time && at < now)
      .map(([at, deltas]) => ({ at, delta: deltas.reduce((a, b) => a + b, 0n) }))
    const folded: { pool: typeof pool; points: readonly AccPoint[] } = foldPool(pool, {
      until: now,
      changes: due,
      emittedAt,
    })
    pool = folded.pool
    for (const { at, acc } of folded.points) points.set(at, acc)
  }
  const pay = (machine: Machine, index: number, periods: number) => {
    const chainPaidUntil = extendPaidUntil({ chainPaidUntil: machine.chainPaidUntil, at: now, periods })
    for (const { at, delta } of sumChanges(powerChangesOf(machine, { at: now, chainPaidUntil }))) {
      const deltas = changes.get(at) ?? Array.from({ length: USERS }, () => 0n)
      deltas[machine.user] = (deltas[machine.user] ?? 0n) + delta
      changes.set(at, deltas)
    }
    const from = paidUntilOf(machine)
    const to = paidUntilOf({ ...machine, chainPaidUntil }) as bigint
    const begin = from !== null && from > now ? from : now
    if (to > begin) intervals.push({ user: machine.user, power: machine.power, from: begin, to })
    machines[index] = { ...machine, chainPaidUntil }
  }

  steps.forEach((s, index) => {
    now += BigInt(s.gap)
    if (s.do === 'buy') {
      const lifeEnd = ((now + BigInt(s.lifeDays) * DAY + HOUR - 1n) / HOUR) * HOUR
      machines.push({ user: s.user, power: BigInt(s.power), lifeEnd, chainPaidUntil: null })
    } else if (s.do === 'pay') {
      const at = machines.length === 0 ? -1 : s.machine % machines.length
      const machine = machines[at]
      if (machine) pay(machine, at, s.periods)
    } else if (s.do === 'release') {
      if (keepRelease(index, false)) release()
    } else {
      settle(s.user)
      const taken = collectPosition(positions[s.user] as Position)
      positions[s.user] = taken.position
      collected[s.user] = (collected[s.user] ?? 0n) + taken.amount
    }
  })
  release()
  for (let user = 0; user < USERS; user += 1) settle(user)
  const totals = positions.map((position, user) => position.accrued + (collected[user] ?? 0n) * ACC_SCALE)
  return { pool, totals, intervals, collected, end: now }
}

/**
 * The slow form, with exact fractions: every second's emission is divided among the producing machines, for
 * at least 400,000 T.
 */
const reference = ({ intervals, end }: ReturnType<typeof runEngine>) => {
  const cuts = [...new Set([START, end, ...intervals.flatMap(({ from, to }) => [from, to])])]
    .filter((at) => at <= end)
    .sort((a, b) => (a < b ? -1 : 1))
  const shares = Array.from({ length: USERS }, () => ({ num: 0n, den: 1n }))
  let shared = 0n
  let powerMoments = 0n
  for (let i = 0; i + 1 < cuts.length; i += 1) {
    const [from, to] = [cuts[i] as bigint, cuts[i + 1] as bigint]
    const emitted = emittedAt(to) - emittedAt(from)
    const power = Array.from({ length: USERS }, () => 0n)
    for (const one of intervals)
      if (one.from <= from && one.to >= to) power[one.user] = (power[one.user] ?? 0n) + one.power
    const total = power.reduce((a, b) => a + b, 0n)
    if (total === 0n) continue
    shared += emitted
    powerMoments += total
    const divisor = total < 400_000n ? 400_000n : total
    shares.forEach((share, user) => {
      const own = power[user] ?? 0n
      shares[user] = { num: share.num * divisor + emitted * own * share.den, den: share.den * divisor }
    })
  }
  return { shares, shared, powerMoments }
}

describe('the mining accumulator', { timeout: PROPERTY_TIMEOUT_MS }, () => {
  test('gives what exact fractions give, never more than was released, and loses nothing', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }), (steps) => {
        const engine = runEngine(steps, () => true)
        const { shares, powerMoments } = reference(engine)
        const released = emittedAt(engine.pool.time)

        const owed = engine.totals.reduce((a, b) => a + b, 0n)
        expect(owed + engine.pool.undistributed + engine.pool.carry).toBe(released * ACC_SCALE)

        engine.totals.forEach((total, user) => {
          const { num, den } = shares[user] as { num: bigint; den: bigint }
          const lack = num * ACC_SCALE - total * den // exact − engine, over den
          expect(lack >= 0n).toBe(true)
          expect(lack <= powerMoments * den).toBe(true) // each moment rounds down less than 1 scaled unit for each T
        })
      }),
      { numRuns: RUNS },
    )
  })

  test('does not depend on how many releases there were, nor on when others collect', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.infiniteStream(fc.boolean()),
        (steps, coin) => {
          const all = runEngine(steps, () => true)
          const some = runEngine(steps, () => coin.next().value as boolean)
          const none = runEngine(
            steps.filter((s) => s.do !== 'collect'),
            () => false,
          )
          // Without collecting, gaps of the removed steps are missing: compared only for the same course of
          // time.
          expect(some.totals).toEqual(all.totals)
          expect(some.pool).toEqual(all.pool)
          if (!steps.some((s) => s.do === 'collect' && s.gap > 0)) expect(none.totals).toEqual(all.totals)
        },
      ),
      { numRuns: RUNS },
    )
  })

  test('keeps the emission of empty hours in the pool', () => {
    const { pool } = foldPool(newPool(START), { until: START + DAY, changes: [], emittedAt })
    expect(pool.acc).toBe(0n)
    expect(pool.undistributed).toBe(20_000n * 10n ** 18n * ACC_SCALE)
  })

  test.each([
    [1n, 399_999n],
    [399_999n, 1n],
    [400_000n, 0n],
    [500_000n, 0n],
  ])(
    'of %i T each earns its part of at least 400,000, and the missing ones are no one’s',
    (power, missing) => {
      const changes = [{ at: START, delta: power }]
      const { pool } = foldPool(newPool(START), { until: START + DAY, changes, emittedAt })
      const divisor = power > 400_000n ? power : 400_000n
      const perT = (20_000n * 10n ** 18n * ACC_SCALE) / divisor
      expect(pool.acc).toBe(perT)
      expect(pool.undistributed).toBe(perT * missing)
      if (power <= 400_000n) expect(pool.acc).toBe(5n * 10n ** 16n * ACC_SCALE) // 0.05 DR
    },
  )

  test('power leaves exactly at its end', () => {
    const changes = [
      { at: START, delta: 10n },
      { at: START + HOUR, delta: -10n },
    ]
    const { pool } = foldPool(newPool(START), { until: START + DAY, changes, emittedAt })
    const hourOfEmission = emittedAt(START + HOUR)
    expect(pool.power).toBe(0n)
    expect(pool.acc).toBe((hourOfEmission * ACC_SCALE) / 400_000n)
  })

  test('a change at the very time of a release waits for the next one, and misses nothing', () => {
    const first = foldPool(newPool(START), { until: START + 100n, changes: [], emittedAt }).pool
    const { pool, points } = foldPool(first, {
      until: START + 200n,
      changes: [{ at: START + 100n, delta: 7n }],
      emittedAt,
    })
    expect(points).toContainEqual({ at: START + 100n, acc: 0n })
    expect(pool.acc).toBe(((emittedAt(START + 200n) - emittedAt(START + 100n)) * ACC_SCALE) / 400_000n)
  })

  test('refuses changes that were folded already', () => {
    const { pool } = foldPool(newPool(START), { until: START + 100n, changes: [], emittedAt })
    expect(() =>
      foldPool(pool, { until: START + 200n, changes: [{ at: START + 99n, delta: 1n }], emittedAt }),
    ).toThrow(RangeError)
  })
})
