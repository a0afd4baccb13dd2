import { describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { alice, at, available, bob, fund, move, pool } from '../../../test/modules/ledger.ts'
import type { UserId } from '../../platform/ids.ts'
import {
  auditLedger,
  balanceOf,
  type NewJournal,
  type Posting,
  postAllJournals,
  postJournal,
  postJournals,
} from './index.ts'

const journal = (key: string, ...postings: Posting[]): NewJournal => ({
  key,
  reason: 'test.move',
  at,
  source: { kind: 'test' },
  postings,
})

describeOnPostgres('postJournals, 12 callers', ({ openDatabase }) => {
  test('neither lose nor double anything, nor deadlock, beside single journals', {
    timeout: 60_000,
  }, async () => {
    const database = await openDatabase()
    const users = Array.from({ length: 8 }, (_, index) => (index + 1) as UserId)
    for (const user of users) await fund(database.single, user, 1_000_000n)
    const step = (caller: number, round: number) =>
      users.map((_, index) => {
        const [from, to] = [index + caller, index * 3 + round + caller + 1].map(
          (n) => users[n % users.length] as UserId,
        )
        return journal(
          `ring:${caller}:${round}:${index}`,
          move(available(from as UserId), from === to ? pool : available(to as UserId), 1n),
        )
      })
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, async (_, caller) => {
        for (let round = 0; round < 15; round += 1) {
          const journals = caller % 2 ? step(caller, round) : step(caller, round).toReversed()
          // no second attempt is allowed: a deadlock would show
          if (caller % 3 === 0) for (const one of journals) await postJournal(database.single, one)
          else await database.transaction((tx) => postAllJournals(tx, journals), { attempts: 1 })
        }
      }),
    )
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))).toEqual([])
    expect(await auditLedger(database.read)).toEqual([])
    const { rows } = await database.read.query<{ n: bigint }>({
      text: `SELECT count(*) AS n FROM journal WHERE key LIKE 'ring:%'`,
    })
    expect(rows).toEqual([{ n: BigInt(12 * 15 * 8) }])
  })

  test('a balance for ten is spent ten times, whichever batch comes first', async () => {
    const database = await openDatabase()
    await fund(database.single, alice, 10n)
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, caller) =>
        database.transaction((tx) =>
          postJournals(
            tx,
            Array.from({ length: 4 }, (_, n) =>
              journal(`spend:${caller}:${n}`, move(available(alice), available(bob), 1n)),
            ),
          ),
        ),
      ),
    )
    expect(results.flat().filter(({ posted }) => posted)).toHaveLength(10)
    expect(await balanceOf(database.read, available(bob))).toBe(10n)
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('concurrent postings of the same batch are posted once', async () => {
    const database = await openDatabase()
    await fund(database.single, alice, 1_000n)
    const journals = Array.from({ length: 50 }, (_, n) =>
      journal(`same:${n}`, move(available(alice), available((n + 10) as UserId), 1n)),
    )
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, caller) =>
        database.transaction((tx) => postAllJournals(tx, caller % 2 ? journals : journals.toReversed())),
      ),
    )
    expect(results.flat().filter(({ replayed }) => !replayed)).toHaveLength(50)
    expect(await balanceOf(database.read, available(alice))).toBe(950n)
  })
})
