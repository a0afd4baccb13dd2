/**
 * POD power and dividends on a real database: any course of events gives exactly the result of the engines,
 * and so of the slow reference model (test/reference/all-engines.test.ts compares these two).
 */

import { weekOf } from '@dr/protocol/rules/weeks'
import { PAYOUT_TOKENS } from '@dr/protocol/tokens'
import { describeOnDatabase } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closedWeeksOf, DatabasePod } from '../../../test/modules/pod-database.ts'
import { available } from '../../../test/reference/book.ts'
import { type Command, commandsOf, INVITER, SETUP, START, USERS } from '../../../test/reference/commands.ts'
import { emitted } from '../../../test/reference/engine-mining.ts'
import type { PodEngine } from '../../../test/reference/engine-pod.ts'
import { Engines } from '../../../test/reference/engines.ts'
import { fraction } from '../../../test/reference/fraction.ts'
import { NOTABLE } from '../../../test/reference/notable-runs.ts'
import { ReferenceModel } from '../../../test/reference/reference-model.ts'
import { OPERATIONS_MAX, RUNS } from '../../../test/reference/runs.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { auditLedger } from '../ledger/index.ts'
import { DIVIDEND_CONFIG } from './default-config.ts'
import { INDEX_ONE } from './power/scaled-power.rules.ts'

/** Fewer runs than in memory, since each needs a database. */
const DATABASE_RUNS = Math.max(5, RUNS / 20)
const WINNERS = 2
const CONFIG = { ...DIVIDEND_CONFIG, winners: WINNERS, weekCapBps: 5_000n, generationFloor: INDEX_ONE / 2n }

type Step = (pod: DatabasePod) => Promise<unknown>

/**
 * Commands of POD power: deposits and withdrawals belong to other modules; a purchase is pledged, as in the
 * product.
 */
const ofPod = (commands: readonly Command[]): Command[] =>
  commands
    .filter((command) => command.do !== 'withdraw' && command.do !== 'end-withdrawal')
    .map((command) => (command.do === 'buy-pod' ? { ...command, pledge: true } : command))

/** Runs the engines, and records their operations with POD power, to be repeated elsewhere. */
const runEngines = (commands: readonly Command[]) => {
  const engines = new Engines(CONFIG)
  const steps: Step[] = []
  const note = <K extends 'receive' | 'buy' | 'change' | 'closeDue' | 'credit'>(
    name: K,
    step: (...input: Parameters<PodEngine[K]>) => Step,
  ): void => {
    const original = engines.pod[name].bind(engines.pod) as (...input: unknown[]) => unknown
    Object.assign(engines.pod, {
      [name]: (...input: Parameters<PodEngine[K]>) => {
        steps.push(step(...input))
        return original(...input)
      },
    })
  }
  note('receive', (now, token, amount) => async (pod) => {
    await pod.setClock(now)
    await pod.receive(now, token, amount)
  })
  note('buy', (now, { user, power }) => async (pod) => {
    await pod.setClock(now)
    await pod.buy(now, { user, power })
  })
  note('change', (user, how, units) => (pod) => pod.change(user, how, units))
  note('closeDue', (now) => async (pod) => {
    await pod.setClock(now)
    await pod.closeDue()
  })
  note('credit', (user) => (pod) => pod.credit(user))
  const events = commands.map((command) => engines.apply(command)).filter((one) => one !== null)
  engines.catchUp()
  return { engines, events, steps }
}

const refusalOf = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error // refused by the engine too
  }
}

const expectNearReference = async (pod: DatabasePod, run: ReturnType<typeof runEngines>) => {
  const config = { winners: WINNERS, weekCapDivisor: 2n }
  const reference = new ReferenceModel({ start: START, users: USERS, inviters: INVITER, config, emitted })
  for (const event of run.events) reference.apply(event)
  reference.advance(run.engines.now)
  const balances = await pod.balances()
  const weeks = BigInt(reference.weeks + 1)
  for (const user of USERS) {
    const difference = fraction(balances.get(available(1, 'USDT', user)) ?? 0n)
      .minus(reference.available(user, 1, 'USDT'))
      .floor()
    expect(difference <= weeks * 60n && difference >= -weeks * 60n).toBe(true)
  }
}

const expectSame = async (database: Database, run: ReturnType<typeof runEngines>) => {
  const { engines, steps } = run
  const pod = new DatabasePod(database, {
    firstWeek: weekOf(START),
    config: CONFIG,
    drPriceAt: async (_, at) => engines.priceBefore(at),
  })
  await pod.setClock(START)
  for (const step of steps) await refusalOf(step(pod))

  expect(await closedWeeksOf(database)).toHaveLength(engines.pod.results.length)
  const { rows } = await database.read.query<{ shares: bigint; generation: bigint; index_left: bigint }>({
    text: 'SELECT shares, generation, index_left FROM pod_pool',
  })
  const { shares, generation, index } = engines.pod.state.pledges
  if (rows[0]) expect(rows[0]).toEqual({ shares, generation, index_left: index.left })
  const balances = await pod.balances()
  const ofUsers = USERS.map((user) => `user-available:${user}`)
  for (const token of PAYOUT_TOKENS) {
    for (const kind of ['dividend-pool', 'dividends-payable', ...ofUsers]) {
      const code = `1:${token}:${kind}`
      expect([code, balances.get(code) ?? 0n]).toEqual([code, engines.book.balance(code)])
    }
  }
  for (const user of USERS) {
    const view = engines.pod.view(user)
    expect(await pod.view(user)).toEqual(view)
    expect([user, await pod.reported(user)]).toEqual([user, view.staying + view.joining])
  }
  for (const { published, recomputed } of await pod.results()) expect(recomputed).toBe(published)
  await expectNearReference(pod, run)
  expect(await auditLedger(database.read)).toEqual([])
}

const commands: fc.Arbitrary<readonly Command[]> = fc
  .tuple(fc.boolean(), commandsOf(OPERATIONS_MAX))
  .map(([withSetup, all]) => (withSetup ? [...SETUP, ...all] : all))

describeOnDatabase('POD power and dividends on a database give what the engines give', ({ openDatabase }) => {
  test.each(NOTABLE.map((all, at) => [at, all] as const))('in notable course %i', async (_, all) => {
    await expectSame(await openDatabase(), runEngines(ofPod(all)))
  })

  // One run for each test, since a database lives as long as its test.
  test.each(Array.from({ length: DATABASE_RUNS }, (_, run) => run))(
    'in any course of events: run %i',
    async () => {
      const property = fc.asyncProperty(commands, async (all) =>
        expectSame(await openDatabase(), runEngines(ofPod(all))),
      )
      await fc.assert(property, { numRuns: 1 })
    },
  )
})
