/**
 * All money rules together: any interleaving of commands gives the same balances as the slow reference model,
 * in any batches, never more than was funded, with the remainder accounted for.
 */
import { WAD } from '@dr/protocol/amounts'
import { PAYOUT_TOKENS } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DIVIDEND_CONFIG } from '../../src/modules/dividends/default-config.ts'
import { INDEX_ONE } from '../../src/modules/dividends/power/scaled-power.rules.ts'
import { ACC_SCALE } from '../../src/modules/mining/pool/accumulator.rules.ts'
import { available } from './book.ts'
import { type Command, commandsOf, INVITER, PRICE_MIN, SETUP, START, USERS } from './commands.ts'
import { emitted } from './engine-mining.ts'
import { Engines } from './engines.ts'
import { type Fraction, fraction } from './fraction.ts'
import type { ModelEvent } from './model-event.ts'
import { NOTABLE } from './notable-runs.ts'
import { ReferenceModel } from './reference-model.ts'
import { OPERATIONS_MAX, PROPERTY_TIMEOUT_MS, RUNS } from './runs.ts'

/**
 * Caps and generations of the product, and smaller ones, with which power is used up and generations end
 * within a run.
 */
const setting = fc.record({
  weekCapDivisor: fc.constantFrom(5n, 1n),
  generationFloor: fc.constantFrom(DIVIDEND_CONFIG.generationFloor, INDEX_ONE / 2n),
})
type Setting = typeof setting extends fc.Arbitrary<infer S> ? S : never
const WINNERS = 2

const runEngines = (
  commands: readonly Command[],
  setting: Setting,
  catchUpAfter: (index: number) => boolean,
) => {
  const engines = new Engines({
    ...DIVIDEND_CONFIG,
    winners: WINNERS,
    weekCapBps: 10_000n / setting.weekCapDivisor,
    generationFloor: setting.generationFloor,
  })
  const events: ModelEvent[] = []
  commands.forEach((command, index) => {
    const event = engines.apply(command)
    if (event) events.push(event)
    if (catchUpAfter(index)) engines.catchUp()
  })
  engines.catchUp()
  return { engines, events }
}

const runReference = (events: readonly ModelEvent[], end: bigint, { weekCapDivisor }: Setting) => {
  const config = { winners: WINNERS, weekCapDivisor }
  const reference = new ReferenceModel({ start: START, users: USERS, inviters: INVITER, config, emitted })
  for (const event of events) reference.apply(event)
  reference.advance(end)
  return reference
}

const distance = (engine: bigint, exact: Fraction): bigint => {
  const difference = fraction(engine).minus(exact)
  const floor = difference.floor()
  return floor < 0n ? -floor : floor
}

/**
 * Tolerance in base units: each close leaves one or two in the pool, and a holder's amounts are rounded down
 * (ADR 0011). With DR, a base unit of one token is worth up to twenty of the other, at the prices of this
 * test.
 */
const dustOf = ({ weeks, inDr }: { weeks: number; inDr: boolean }) => {
  const units = BigInt(weeks + 1) * 3n
  const ratio = inDr ? WAD / PRICE_MIN : 1n
  return { USDT: units * ratio, DR: units * ratio * ratio, power: units * ratio }
}

/**
 * Expects deposits to be returned in full and not beyond: `unreturned` ≤ owed, total burn-free ≤ total
 * deposited.
 */
const expectDepositsWhole = ({ book, packages }: Engines, reference: ReferenceModel) => {
  for (const user of USERS) {
    for (const token of PAYOUT_TOKENS) {
      const key = `${user}:${token}`
      const unreturned = packages.unreturned.get(key) ?? 0n
      expect(unreturned).toBe(reference.unreturned(user, token))
      const owed = ['user-available', 'user-held', 'user-locked'].reduce(
        (sum, kind) => sum + book.balance(`2:${token}:${kind}:${user}`),
        0n,
      )
      expect(unreturned <= owed).toBe(true)
      const free = packages.burnFree.get(key) ?? 0n
      expect(free + unreturned <= (packages.deposited.get(key) ?? 0n)).toBe(true)
    }
  }
}

const expectSameBalances = (
  { engines, events }: ReturnType<typeof runEngines>,
  reference: ReferenceModel,
) => {
  const { book, mining, pod } = engines
  const inDr = events.some((one) => one.do === 'fund-pools' && one.token === 'DR')
  const dust = dustOf({ weeks: reference.weeks, inDr })
  const open = mining.open()
  for (const user of USERS) {
    const ofMining = distance(book.balance(available(0, 'DR', user)), reference.available(user, 0, 'DR'))
    expect(ofMining <= 1n).toBe(true)
    const accrued = reference.mining.funded(user).minus(fraction(reference.mining.collected.get(user) ?? 0n))
    expect(distance(open.get(user) ?? 0n, accrued) <= 2n).toBe(true)
    for (const token of PAYOUT_TOKENS) {
      expect(book.balance(available(2, token, user))).toBe(reference.available(user, 2, token).floor())
      const ofDividends = distance(
        book.balance(available(1, token, user)),
        reference.available(user, 1, token),
      )
      expect(ofDividends <= dust[token]).toBe(true)
      for (const vault of [0, 1, 2]) {
        const held = book.balance(`${vault}:${token}:user-held:${user}`)
        expect(held).toBe(reference.held(user, vault, token))
      }
    }
    expect(distance(pod.view(user).left, reference.pod.left(user)) <= dust.power).toBe(true)
  }
  const undistributed = book.balance('0:DR:undistributed-emission')
  expect(distance(undistributed, reference.mining.undistributed) <= 1n).toBe(true)
  expect(engines.burned).toBe(reference.burned)
  expectDepositsWhole(engines, reference)
  for (const [key, budget] of reference.packages.budgets) {
    const [token, packageId] = key.split(':')
    expect(book.balance(`2:${token}:package-budget:${packageId}`)).toBe(budget)
  }
  for (const token of PAYOUT_TOKENS) {
    expect(book.balance(`2:${token}:node-pool`)).toBe(reference.nodePool[token])
  }
}

/**
 * Expects that nothing unfunded was paid (the book refuses it at every step), and that the remainder is in
 * the right accounts.
 */
const expectRemainder = ({ book, mining, pod, packages }: Engines) => {
  const collected = USERS.reduce((sum, user) => sum + (mining.open().get(user) ?? 0n), 0n)
  const left = book.balance('0:DR:emission-pool')
  expect(collected <= left).toBe(true)
  const unowned = mining.pool.carry / ACC_SCALE
  expect(left - collected - unowned <= BigInt(USERS.length) + 1n).toBe(true)
  for (const token of PAYOUT_TOKENS) {
    const open = book.balance(`1:${token}:dividend-pool`) - pod.state.carry[token]
    expect(open >= 0n).toBe(true) // income of the week that is not over
    const payable = book.balance(`1:${token}:dividends-payable`)
    expect(payable >= 0n && payable <= BigInt(USERS.length + pod.results.length)).toBe(true)
  }
  for (const user of USERS) {
    const drawn = pod.results.length === 0 ? 0n : (pod.bought.get(user) ?? 0n) - pod.view(user).left
    expect(drawn >= 0n).toBe(true) // no purchase earns more than its power
  }
  const running = Map.groupBy(
    packages.positions,
    ({ incomeToken, packageId }) => `2:${incomeToken}:package-committed:${packageId}`,
  )
  for (const [committed, positions] of running)
    expect(book.balance(committed)).toBe(
      positions.reduce((sum, { matured, income }) => sum + (matured ? 0n : income), 0n),
    )
}

/** Every second run begins with some activity; the other fifty operations are random. */
const commands: fc.Arbitrary<readonly Command[]> = fc
  .tuple(fc.boolean(), commandsOf(OPERATIONS_MAX))
  .map(([withSetup, all]) => (withSetup ? [...SETUP, ...all] : all))

/** Alternating flags, for the stored runs. */
function* flips(): Generator<boolean> {
  for (let n = 0; ; n += 1) yield n % 3 === 2
}
const coins = () => fc.stream(flips())

const examples: [readonly Command[], Setting][] = NOTABLE.flatMap((all) =>
  ([5n, 1n] as const).map((weekCapDivisor): [readonly Command[], Setting] => [
    all,
    { weekCapDivisor, generationFloor: INDEX_ONE / 2n },
  ]),
)

describe('all engines together', () => {
  test(
    'give what the reference model gives, never more than was funded, the remainder accounted for',
    () => {
      fc.assert(
        fc.property(commands, setting, (all, setting) => {
          const run = runEngines(all, setting, () => true)
          const reference = runReference(run.events, run.engines.now, setting)
          expect(run.engines.pod.results.length).toBe(reference.weeks)
          expectSameBalances(run, reference)
          expectRemainder(run.engines)
        }),
        { numRuns: RUNS, examples },
      )
    },
    PROPERTY_TIMEOUT_MS,
  )

  test(
    'give the same in any batches: every base unit, index and share',
    () => {
      fc.assert(
        fc.property(commands, setting, fc.infiniteStream(fc.boolean()), (all, setting, coin) => {
          const eager = runEngines(all, setting, () => true)
          const never = runEngines(all, setting, () => false)
          const sometimes = runEngines(all, setting, () => coin.next().value === true)
          for (const { engines, events } of [never, sometimes]) {
            expect(events).toEqual(eager.events)
            expect(engines.book).toEqual(eager.engines.book)
            expect(engines.pod.state).toEqual(eager.engines.pod.state)
            expect(engines.pod.results).toEqual(eager.engines.pod.results)
          }
        }),
        { numRuns: RUNS, examples: examples.map(([all, setting]) => [all, setting, coins()]) },
      )
    },
    PROPERTY_TIMEOUT_MS,
  )

  test('reach every rule, so that no property holds vacuously', () => {
    const seen = new Set<string>()
    for (const all of fc.sample(commandsOf(OPERATIONS_MAX), { numRuns: 200, seed: 7 })) {
      const setting: Setting = { weekCapDivisor: 1n, generationFloor: INDEX_ONE / 2n }
      const { engines, events } = runEngines([...SETUP, ...all], setting, () => false)
      for (const event of events) seen.add(event.do)
      for (const { dividends, prizes } of engines.pod.results) {
        for (const token of PAYOUT_TOKENS) {
          if (dividends[token] > 0n) seen.add(`dividends in ${token}`)
          if (prizes.some(({ amount }) => amount[token] > 0n)) seen.add(`prizes in ${token}`)
        }
      }
      if (engines.pod.state.pledges.generation > 1n) seen.add('generations')
      if (engines.packages.positions.some(({ matured }) => matured)) seen.add('maturity')
      if (engines.packages.positions.some(({ token, incomeToken }) => token !== incomeToken))
        seen.add('two tokens')
      if ([...engines.packages.burnFree.values()].some((amount) => amount > 0n)) seen.add('paid without burn')
      if (engines.burned > 0n) seen.add('burn')
      const { power } = engines.mining.pool
      if (power > 0n) seen.add(power < 400_000n ? 'network below the floor' : 'network above the floor')
    }
    expect([...seen].sort()).toEqual([
      'burn',
      'buy-machine',
      'buy-pod',
      'collect',
      'deposit',
      'dividends in DR',
      'dividends in USDT',
      'end-withdrawal',
      'flush',
      'fund-budget',
      'fund-pools',
      'generations',
      'maturity',
      'move-price',
      'network above the floor',
      'network below the floor',
      'paid without burn',
      'pay-electricity',
      'pledge',
      'prizes in DR',
      'prizes in USDT',
      'reinvest',
      'release',
      'swap',
      'two tokens',
      'unpledge',
      'withdraw',
    ])
  })
})
