import { describeOnBoth } from '@dr/test-kit'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  alice,
  at,
  available,
  bob,
  chain,
  fund,
  move,
  pool,
  post,
  tooLow,
} from '../../../test/modules/ledger.ts'
import { type Database, savepoint, type Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import {
  type AccountCode,
  account,
  auditLedger,
  balanceOf,
  JournalConflictError,
  type JournalOutcome,
  type JournalReason,
  MalformedJournalError,
  type NewJournal,
  type Posting,
  postAllJournals,
  postJournal,
  postJournals,
  SystemAccountOverdrawnError,
} from './index.ts'

const journal = (key: string, ...postings: Posting[]): NewJournal => ({
  key,
  reason: 'test.move',
  at,
  source: { kind: 'test' },
  postings,
})

/** Outcomes of the journals one by one through `postJournal`, which a batch must equal. */
const oneByOne = async (tx: Tx, journals: readonly NewJournal[]): Promise<JournalOutcome[]> => {
  const outcomes: JournalOutcome[] = []
  for (const one of journals) {
    outcomes.push(
      await savepoint(tx, () => postJournal(tx, one)).then(
        (posted) => ({ posted: true, ...posted }),
        (error: unknown) => ({ posted: false, error }),
      ),
    )
  }
  return outcomes
}

const summarize = (outcomes: readonly JournalOutcome[]): unknown[] =>
  outcomes.map((outcome) => (outcome.posted ? outcome.replayed : (outcome.error as Error).message))

class Undone extends Error {}

/** Outcome of `work`, in a transaction that is rolled back. */
const tried = async (database: Database, work: typeof postJournals, journals: readonly NewJournal[]) => {
  let seen: unknown
  const attempt = database.transaction(async (tx) => {
    const outcomes = summarize(await work(tx, journals))
    const balances = await tx.query({
      text: 'SELECT code, balance FROM ledger_account WHERE balance <> 0 ORDER BY code',
    })
    seen = { outcomes, balances: balances.rows, audit: await auditLedger(tx) }
    throw new Undone()
  })
  await expect(attempt).rejects.toBeInstanceOf(Undone)
  return seen
}

describeOnBoth('postJournals', ({ openDatabase }) => {
  const withAlice = async (amount: bigint): Promise<Database> => {
    const database = await openDatabase()
    await database.transaction((tx) => fund(tx, alice, amount))
    return database
  }

  test('posts all, in their order, and opens the accounts they need', async () => {
    const { read, single } = await withAlice(100n)
    const users = Array.from({ length: 2_500 }, (_, index) => (index + 10) as UserId)
    await post(single, 'more', [move(chain, pool, 10_000_000n)])
    const outcomes = await postJournals(
      single,
      users.map((user) => journal(`give:${user}`, move(pool, available(user), BigInt(user)))),
    )
    const ids = outcomes.map((outcome) => (outcome.posted ? outcome.journalId : 0n))
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(new Set(ids).size).toBe(2_500)
    expect(await balanceOf(read, available(2_000 as UserId))).toBe(2_000n)
    const { rows } = await read.query<{ key: string }>({
      text: 'SELECT j.key FROM posting p JOIN journal j ON j.id = p.journal_id ORDER BY p.id DESC LIMIT 2',
    })
    expect(rows).toEqual([{ key: 'give:2509' }, { key: 'give:2508' }])
    expect(await auditLedger(read)).toEqual([])
  })

  test('an empty list posts nothing', async () => {
    const { single } = await withAlice(1n)
    expect(await postJournals(single, [])).toEqual([])
  })

  test('one that would overdraw does not affect the others', async () => {
    const { read, single } = await withAlice(10n)
    const [first, second, third] = await postJournals(single, [
      journal('a', move(available(alice), available(bob), 6n)),
      journal('b', move(available(alice), available(bob), 6n)),
      journal('c', move(available(alice), available(bob), 4n)),
    ])
    expect([first?.posted, second?.posted, third?.posted]).toEqual([true, false, true])
    expect(second).toMatchObject({ error: tooLow })
    expect(await balanceOf(read, available(bob))).toBe(10n)
    expect((await read.query({ text: `SELECT 1 FROM journal WHERE key = 'b'` })).rowCount).toBe(0)
    expect(await auditLedger(read)).toEqual([])
  })

  test('one may spend what one before it brought, not what one after it brings', async () => {
    const { read, single } = await withAlice(10n)
    const there = journal('there', move(available(alice), available(bob), 10n))
    const back = journal('back', move(available(bob), available(alice), 10n))
    expect((await postJournals(single, [back, there])).map(({ posted }) => posted)).toEqual([false, true])
    expect((await postJournals(single, [back])).map(({ posted }) => posted)).toEqual([true])
    const again = { ...there, key: 'there again' }
    const backAgain = { ...back, key: 'back again' }
    expect((await postJournals(single, [again, backAgain])).map(({ posted }) => posted)).toEqual([true, true])
    expect(await balanceOf(read, available(alice))).toBe(10n)
  })

  test('a key that exists is answered with its journal; with other content it is refused', async () => {
    const { read, single } = await withAlice(10n)
    const first = journal('a', move(available(alice), available(bob), 1n))
    const posted = await postJournal(single, first)
    const outcomes = await postJournals(single, [
      first,
      journal('b', move(available(alice), available(bob), 1n)),
      journal('a', move(available(alice), available(bob), 2n)),
      journal('b', move(available(alice), available(bob), 1n)),
      journal('b', move(available(alice), available(bob), 3n)),
    ])
    expect(outcomes[0]).toEqual({ posted: true, journalId: posted.journalId, replayed: true })
    expect(outcomes[1]).toMatchObject({ posted: true, replayed: false })
    expect(outcomes[2]).toMatchObject({ posted: false, error: expect.any(JournalConflictError) })
    expect(outcomes[3]).toEqual({ ...outcomes[1], replayed: true })
    expect(outcomes[4]).toMatchObject({ posted: false, error: expect.any(JournalConflictError) })
    expect(await balanceOf(read, available(bob))).toBe(2n)
  })

  test('a malformed journal fails alone, with its own error', async () => {
    const { read, single } = await withAlice(10n)
    const good = (key: string) => journal(key, move(available(alice), available(bob), 1n))
    const other = '1:DR:user-available:2' as AccountCode
    const outcomes = await postJournals(single, [
      good('a'),
      journal('none'),
      journal('code', move(available(alice), 'nonsense' as AccountCode, 1n)),
      journal('vaults', move(available(alice), other, 1n)),
      journal(
        'two vaults',
        move(available(alice), available(bob), 1n),
        move('1:DR:chain' as AccountCode, other, 1n),
      ),
      { ...good('reason'), reason: 'Not A Reason' as JournalReason },
      journal('nothing', { ...move(available(alice), available(bob), 1n), amount: 0n }),
      journal('pool', move(pool, available(bob), 1n)),
      good('z'),
    ])
    expect(outcomes.map(({ posted }) => posted)).toEqual([true, ...Array(7).fill(false), true])
    const errors = outcomes.map((outcome) => (outcome.posted ? undefined : outcome.error))
    for (const index of [1, 2, 3, 4]) expect(errors[index]).toBeInstanceOf(MalformedJournalError)
    expect(errors[5]).toMatchObject({ constraint: 'journal_reason' })
    expect(errors[6]).toMatchObject({ constraint: 'posting_amount_positive' })
    expect(errors[7]).toBeInstanceOf(SystemAccountOverdrawnError)
    expect(await balanceOf(read, available(bob))).toBe(2n)
    expect(await auditLedger(read)).toEqual([])
  })

  test('where all must be posted, the first error is thrown', async () => {
    const database = await withAlice(10n)
    const journals = [1n, 20n].map((amount) =>
      journal(`take:${amount}`, move(available(alice), available(bob), amount)),
    )
    await expect(database.transaction((tx) => postAllJournals(tx, journals))).rejects.toMatchObject(tooLow)
    expect(await balanceOf(database.read, available(bob))).toBe(0n)
  })

  test('have the same result as posted one by one', { timeout: 120_000 }, async () => {
    const lost = account({ vault: 0, token: 'DR', kind: 'unattributed' })
    const accounts = [chain, pool, lost, available(alice), available(bob)]
    const posting = fc
      .record({
        from: fc.constantFrom(...accounts),
        to: fc.constantFrom(...accounts),
        amount: fc.bigInt({ min: 1n, max: 12n }),
      })
      .map(({ from, to, amount }) => move(from, to, amount))
    const some = fc.array(
      fc
        .record({
          key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
          postings: fc.array(posting, { maxLength: 3 }),
        })
        .map(({ key, postings }) => journal(key, ...postings)),
      { maxLength: 12 },
    )
    const database = await withAlice(10n)
    await fc.assert(
      fc.asyncProperty(some, async (journals) => {
        const expected = await tried(database, oneByOne, journals)
        expect(expected).toMatchObject({ audit: [] })
        expect(await tried(database, postJournals, journals)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })
})
