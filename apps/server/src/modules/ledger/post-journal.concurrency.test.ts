import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { alice, available, bob, fund, move, pool, post, tooLow } from '../../../test/modules/ledger.ts'
import type { UserId } from '../../platform/ids.ts'
import { auditLedger, balanceOf } from './index.ts'

describeOnPostgres('postJournal, 16 callers', ({ openDatabase }) => {
  const CALLERS = 16
  const all = <T>(work: (caller: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: CALLERS }, (_, caller) => work(caller)))
  const errorsOf = (results: PromiseSettledResult<unknown>[]) =>
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))

  test('no update is lost, and there is no deadlock, whatever the order of the accounts', async () => {
    const database = await openDatabase()
    const users = Array.from({ length: 6 }, (_, index) => (index + 1) as UserId)
    for (const user of users) await fund(database.single, user, 1_000_000n)
    // every caller uses its own order of accounts, several in a journal, without retries
    const results = await all(async (caller) => {
      for (let step = 0; step < 40; step++) {
        const order = users.map(
          (_, index) => users[(index * (caller % 2 ? 5 : 1) + caller + step) % 6] as UserId,
        )
        const postings = order
          .slice(1)
          .map((to, index) => move(available(order[index] as UserId), available(to), 1n))
        await database.transaction((tx) => post(tx, `ring:${caller}:${step}`, postings), { attempts: 1 })
      }
    })
    expect(errorsOf(results)).toEqual([])
    expect(await auditLedger(database.read)).toEqual([])
    const { rows } = await database.read.query({
      text: `SELECT count(*) AS n FROM journal WHERE key LIKE 'ring:%'`,
    })
    expect(rows).toEqual([{ n: BigInt(CALLERS * 40) }])
  })

  test('ten of eleven concurrent spends of a balance for ten succeed', async () => {
    const database = await openDatabase()
    await fund(database.single, alice, 10n)
    const results = await all((caller) =>
      post(database.single, `spend:${caller}`, [move(available(alice), available(bob), 1n)]),
    )
    expect(errorsOf(results)).toEqual(Array.from({ length: 6 }, () => expect.objectContaining(tooLow)))
    expect(await balanceOf(database.read, available(alice))).toBe(0n)
    expect(await balanceOf(database.read, available(bob))).toBe(10n)
  })

  test('concurrent postings of one key are one journal', async () => {
    const database = await openDatabase()
    await fund(database.single, alice, 10n)
    const results = await all(() =>
      post(database.single, 'same', [move(available(alice), available(bob), 1n)]),
    )
    expect(errorsOf(results)).toEqual([])
    const posted = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(posted.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(posted.map(({ journalId }) => journalId)).size).toBe(1)
    expect(await balanceOf(database.read, available(bob))).toBe(1n)
  })

  test('accounts opened by several at once are opened once', async () => {
    const database = await openDatabase()
    await fund(database.single, alice, 1_000n)
    const newcomers = Array.from({ length: 8 }, (_, index) => (100 + index) as UserId)
    const results = await all((caller) => {
      const order = caller % 2 ? newcomers : newcomers.toReversed()
      return post(
        database.single,
        `open:${caller}`,
        order.map((user) => move(available(alice), available(user), 1n)),
      )
    })
    expect(errorsOf(results)).toEqual([])
    expect(await auditLedger(database.read)).toEqual([])
    expect(await balanceOf(database.read, available(newcomers[3] as UserId))).toBe(BigInt(CALLERS))
  })

  test('transactions of several journals in opposite orders are run again, not lost', async () => {
    const database = await openDatabase()
    for (const user of [alice, bob]) await fund(database.single, user, 1_000n)
    const results = await all(async (caller) => {
      const [first, second] = caller % 2 ? [alice, bob] : [bob, alice]
      for (let step = 0; step < 10; step++) {
        await database.transaction(
          async (tx) => {
            await post(tx, `a:${caller}:${step}`, [move(available(first), pool, 1n)])
            await post(tx, `b:${caller}:${step}`, [move(available(second), pool, 1n)])
          },
          { attempts: 100 },
        )
      }
    })
    expect(errorsOf(results)).toEqual([])
    expect(await balanceOf(database.read, pool)).toBe(BigInt(CALLERS * 10 * 2))
    expect(await auditLedger(database.read)).toEqual([])
  })
})
