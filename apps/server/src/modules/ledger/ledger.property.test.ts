import { describeOnBoth } from '@dr/test-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { available, chain, move, pool, post } from '../../../test/modules/ledger.ts'
import { DATABASE_RUNS, PROPERTY_TIMEOUT_MS } from '../../../test/reference/runs.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { type AccountCode, account, auditLedger, balanceOf } from './index.ts'

const users = [1, 2, 3].map((id) => id as UserId)
const system = (kind: 'unattributed' | 'suspense') => account({ vault: 0, token: 'DR', kind })
const accounts: readonly AccountCode[] = [
  chain,
  pool,
  system('unattributed'),
  system('suspense'),
  ...users.map(available),
]

interface Move {
  readonly from: number
  readonly to: number
  readonly amount: bigint
}
interface Journal {
  readonly key: number
  readonly moves: readonly Move[]
}

const amounts = fc.oneof(fc.bigInt(1n, 50n), fc.bigInt(1n, 2n ** 200n))
const indexes = fc.nat(accounts.length - 1)
const moves = fc.record({ from: indexes, to: indexes, amount: amounts }).filter(({ from, to }) => from !== to)
/**
 * Half of the journals bring money in, so that there is something to move; keys repeat, so that some are
 * replays.
 */
const journals: fc.Arbitrary<Journal[]> = fc.array(
  fc.record({
    key: fc.nat(25),
    moves: fc.oneof(
      fc.array(moves, { minLength: 1, maxLength: 6 }),
      fc.array(
        fc.record({ from: fc.constant(0), to: indexes.filter((index) => index > 0), amount: amounts }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    ),
  }),
  { minLength: 1, maxLength: 30 },
)

type Outcome = 'posted' | 'replayed' | 'refused'

/** A minimal ledger, with which the database must agree. */
const createModel = () => {
  const balances = accounts.map(() => 0n)
  const posted = new Map<number, string>()
  const contentOf = ({ moves }: Journal) =>
    moves.map(({ from, to, amount }) => `${from}>${to}:${amount}`).join()
  return {
    balances,
    apply(journal: Journal): Outcome {
      const before = posted.get(journal.key)
      if (before !== undefined) return before === contentOf(journal) ? 'replayed' : 'refused'
      const next = [...balances]
      for (const { from, to, amount } of journal.moves) {
        next[from] = (next[from] ?? 0n) - amount
        next[to] = (next[to] ?? 0n) + amount
      }
      if (next.some((balance, index) => (index === 0 ? balance > 0n : balance < 0n))) return 'refused'
      balances.splice(0, balances.length, ...next)
      posted.set(journal.key, contentOf(journal))
      return 'posted'
    },
  }
}

const applyToDatabase = async (single: Tx, { key, moves: list }: Journal): Promise<Outcome> => {
  const postings = list.map(({ from, to, amount }) =>
    move(accounts[from] as AccountCode, accounts[to] as AccountCode, amount),
  )
  try {
    return (await post(single, `k:${key}`, postings)).replayed ? 'replayed' : 'posted'
  } catch (error) {
    expect(error).toMatchObject({ retryable: false })
    return 'refused'
  }
}

describeOnBoth('the ledger against its model', ({ openDatabase }) => {
  test('random journals, replays and overdrafts end alike', { timeout: PROPERTY_TIMEOUT_MS }, async () => {
    const database = await openDatabase()
    let round = 0
    await fc.assert(
      fc.asyncProperty(journals, async (list) => {
        // an empty ledger each time: new users are not enough, since system accounts are shared
        await database.single.script(`
          ALTER TABLE posting DISABLE TRIGGER USER; ALTER TABLE journal DISABLE TRIGGER USER;
          ALTER TABLE hold DISABLE TRIGGER USER;
          TRUNCATE posting, hold, journal; UPDATE ledger_account SET balance = 0;
          ALTER TABLE hold ENABLE TRIGGER USER;
          ALTER TABLE posting ENABLE TRIGGER USER; ALTER TABLE journal ENABLE TRIGGER USER`)
        round++
        const model = createModel()
        for (const journal of list) {
          expect(await applyToDatabase(database.single, journal)).toBe(model.apply(journal))
        }
        const found = await Promise.all(accounts.map((code) => balanceOf(database.read, code)))
        expect(found).toEqual(model.balances)
        const reserve = -(model.balances[0] ?? 0n)
        expect(
          await auditLedger(database.read, { reserves: [{ vault: 0, token: 'DR', amount: reserve }] }),
        ).toEqual([])
      }),
      { numRuns: DATABASE_RUNS },
    )
    expect(round).toBeGreaterThan(0)
  })
})
