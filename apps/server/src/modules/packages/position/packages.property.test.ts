/**
 * The module on a real database, in any interleaving and any batches, against the engines (same refusals) and
 * the reference model (same balances): deposits in the order of their events, income, maturity, reinvestment,
 * deposits not yet returned.
 */
import { WAD } from '@dr/protocol/amounts'
import { describeOnDatabase } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Replay } from '../../../../test/modules/package-replay.ts'
import { available } from '../../../../test/reference/book.ts'
import {
  type Command,
  commandsOf,
  INVITER,
  START,
  timeAfter,
  USERS,
} from '../../../../test/reference/commands.ts'
import { Engines } from '../../../../test/reference/engines.ts'
import type { ModelEvent } from '../../../../test/reference/model-event.ts'
import { ReferenceModel } from '../../../../test/reference/reference-model.ts'
import { OPERATIONS_MAX, PROPERTY_TIMEOUT_MS, RUNS } from '../../../../test/reference/runs.ts'
import type { Database } from '../../../platform/database/database.ts'
import { DIVIDEND_CONFIG } from '../../dividends/default-config.ts'
import { auditLedger } from '../../ledger/index.ts'
import { auditPackages } from '../budget/audit-packages.ts'

const KINDS = ['move-price', 'fund-budget', 'deposit', 'reinvest', 'withdraw', 'end-withdrawal'] as const
const TOKENS = ['USDT', 'DR'] as const
/**
 * Small enough that a few deposits use it up, and the last one that fits takes what the next would have
 * needed.
 */
const BUDGETS: readonly Command[] = [
  { packageId: 1, amount: 30n * WAD + 7n },
  { packageId: 2, amount: 500n * WAD + 7n },
].flatMap((budget) => TOKENS.map((token) => ({ gap: 60, do: 'fund-budget', token, ...budget }) as const))

/** Side effects of a command: its events wait for later ones, a tick with some batch size, a user's read. */
type Beside = { readonly together: boolean; readonly tick: number; readonly look: number | null }
const beside: fc.Arbitrary<Beside> = fc.record({
  together: fc.boolean(),
  tick: fc.constantFrom(0, 0, 0, 1, 2, 500),
  look: fc.option(fc.constantFrom(...USERS), { nil: null, freq: 3 }),
})
const course = commandsOf(OPERATIONS_MAX, KINDS).chain((commands) =>
  fc.tuple(
    fc.constant(commands),
    fc.boolean(),
    fc.array(beside, { minLength: commands.length, maxLength: commands.length }),
  ),
)

const expectSame = async (replay: Replay, engines: Engines, reference: ReferenceModel): Promise<void> => {
  for (const user of USERS) {
    for (const token of TOKENS) {
      const mine = await replay.available(user, token)
      expect(mine).toBe(engines.book.balance(available(2, token, user)))
      expect(mine).toBe(reference.available(user, 2, token).floor())
      expect(await replay.held(user, token)).toBe(reference.held(user, 2, token))
      expect(await replay.unreturned(user, token)).toBe(reference.unreturned(user, token))
    }
  }
  for (const [key, budget] of reference.packages.budgets) {
    const [token, packageId] = key.split(':') as ['USDT' | 'DR', string]
    expect(await replay.budget(Number(packageId), token)).toBe(budget)
  }
}

const runOne = async (
  database: Database,
  run: number,
  { commands, besides }: { commands: readonly Command[]; besides: readonly Beside[] },
): Promise<void> => {
  const engines = new Engines({ ...DIVIDEND_CONFIG, winners: 1 })
  const events: ModelEvent[] = []
  const replay = new Replay(database, run)
  await replay.start()
  for (const [index, command] of commands.entries()) {
    const { together = false, tick = 0, look = null } = besides[index] ?? {}
    const at = timeAfter(engines.now, command.gap)
    const event = engines.apply(command)
    if (event) events.push(event)
    if (command.do === 'reinvest') {
      const outcome = await replay.reinvest(at, command)
      if (event) expect(outcome).toBe((event as Extract<ModelEvent, { do: 'reinvest' }>).amount)
      else expect(outcome).toBeTypeOf('string') // refused there, refused here
    } else if (event) await replay.apply(event, { together })
    if (tick > 0) await replay.tick(tick)
    if (look !== null) await replay.look(look)
  }
  await replay.arrive(engines.now)
  while ((await replay.tick(3)) > 0);
  engines.catchUp()
  const config = { winners: 1, weekCapDivisor: 5n }
  const emitted = () => 0n
  const reference = new ReferenceModel({ start: START, users: USERS, inviters: INVITER, config, emitted })
  for (const event of events) reference.apply(event)
  reference.advance(engines.now)
  await expectSame(replay, engines, reference)
  expect(await auditPackages(database.read)).toEqual([])
}

describeOnDatabase('packages as a whole', ({ openDatabase }) => {
  test(
    'in any interleaving and batches are what engines and reference say',
    async () => {
      const database = await openDatabase()
      let run = 0
      await fc.assert(
        fc.asyncProperty(course, async ([commands, furnished, besides]) => {
          run += 1
          const all = furnished ? [...BUDGETS, ...commands] : commands
          const none = { together: true, tick: 0, look: null }
          const padded = furnished ? [...BUDGETS.map(() => none), ...besides] : besides
          await runOne(database, run, { commands: all, besides: padded })
        }),
        { numRuns: RUNS },
      )
      expect(await auditLedger(database.read)).toEqual([])
    },
    PROPERTY_TIMEOUT_MS * 2,
  )
})
