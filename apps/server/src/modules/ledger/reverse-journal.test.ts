import { describeOnBoth, describeOnPostgres } from '@dr/test-kit'
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
import type { Database } from '../../platform/database/database.ts'
import {
  auditLedger,
  balanceOf,
  hold,
  type JournalReason,
  type JournalReasons,
  ledgerLines,
  MalformedJournalError,
  NotReversibleError,
  postJournal,
  releaseHold,
  reverseJournal,
  SystemAccountOverdrawnError,
} from './index.ts'

const order = '0198c0de-0000-7000-8000-000000000001'
const reasons = { 'test.move': 'reversible', 'package.deposit': 'keeps-rows' } as const
const said = { at, by: 'operator 1', why: 'credited to the wrong user', reasons }

describeOnBoth('reverseJournal', ({ openDatabase }) => {
  const withAlice = async (amount: bigint) => {
    const database = await openDatabase()
    await database.transaction((tx) => fund(tx, alice, amount))
    return database
  }

  test('undoes a journal of several postings, once, and both stay with who and why', async () => {
    const { read, single, transaction } = await withAlice(10n)
    const { journalId } = await post(single, 'k', [
      move(available(alice), available(bob), 3n),
      move(available(alice), pool, 2n),
      move(available(bob), pool, 1n),
    ])
    const first = await transaction((tx) => reverseJournal(tx, { journalId, ...said }))
    expect(first.replayed).toBe(false)
    const again = await transaction((tx) => reverseJournal(tx, { journalId, ...said, why: 'another reason' }))
    expect(again).toEqual({ journalId: first.journalId, replayed: true })
    expect(await balanceOf(read, available(alice))).toBe(10n)
    expect(await balanceOf(read, available(bob))).toBe(0n)
    const [line] = (await ledgerLines(read, { userId: alice, limit: 1 })).items
    expect(line).toMatchObject({
      reason: 'operator.reversal',
      source: { kind: 'operator', by: 'operator 1', why: said.why, reverses: journalId.toString() },
    })
    expect(await auditLedger(read)).toEqual([])
  })

  test('is refused when the balance is spent', async () => {
    const { read, single, transaction } = await withAlice(10n)
    const given = await post(single, 'given', [move(available(alice), available(bob), 5n)])
    await post(single, 'spent', [move(available(bob), pool, 1n)])
    const undo = (journalId: bigint) => transaction((tx) => reverseJournal(tx, { journalId, ...said }))
    await expect(undo(given.journalId)).rejects.toMatchObject(tooLow)
    const released = await post(single, 'released', [move(chain, pool, 7n)])
    await post(single, 'collected', [move(pool, available(bob), 8n)])
    await expect(undo(released.journalId)).rejects.toBeInstanceOf(SystemAccountOverdrawnError)
    expect(await auditLedger(read)).toEqual([])
  })

  const depositOf = async ({ single }: Database, reason: JournalReason) => {
    const { journalId } = await postJournal(single, {
      key: 'k',
      reason,
      at,
      source: { kind: 'test' },
      postings: [move(available(alice), available(bob), 3n)],
    })
    return journalId
  }

  test('leaves what a module keeps rows of to that module', async () => {
    const database = await withAlice(10n)
    const journalId = await depositOf(database, 'package.deposit')
    await expect(database.transaction((tx) => reverseJournal(tx, { journalId, ...said }))).rejects.toThrow(
      /is a package\.deposit: its module keeps rows of its own/,
    )
    expect(await balanceOf(database.read, available(alice))).toBe(7n)
  })

  test('of a reason that is new to the ledger, does what the module declares, and nothing before it does', async () => {
    const database = await withAlice(10n)
    const journalId = await depositOf(database, 'lottery.prize' as JournalReason)
    const undo = (declared: JournalReasons) =>
      database.transaction((tx) => reverseJournal(tx, { journalId, ...said, reasons: declared }))
    await expect(undo({})).rejects.toThrow(/is a lottery\.prize: no module has declared/)
    await expect(undo({ 'lottery.prize': 'keeps-rows' })).rejects.toBeInstanceOf(NotReversibleError)
    expect(await balanceOf(database.read, available(alice))).toBe(7n)
    await undo({ 'lottery.prize': 'reversible' })
    expect(await balanceOf(database.read, available(alice))).toBe(10n)
  })

  test('refuses holds’ journals and reversals', async () => {
    const { read, single, transaction } = await withAlice(10n)
    const source = { kind: 'test' }
    const held = await transaction((tx) =>
      hold(tx, {
        orderId: order,
        userId: alice,
        vault: 0,
        token: 'DR',
        amount: 4n,
        reason: 'test.hold',
        at,
        source,
      }),
    )
    const back = await transaction((tx) =>
      releaseHold(tx, { orderId: order, as: 'superseded', reason: 'test.back', at, source }),
    )
    const { journalId } = await post(single, 'k', [move(available(alice), available(bob), 3n)])
    const reversal = await transaction((tx) => reverseJournal(tx, { journalId, ...said }))
    for (const id of [held.journalId, back.journalId, reversal.journalId]) {
      await expect(
        transaction((tx) => reverseJournal(tx, { journalId: id, ...said })),
      ).rejects.toBeInstanceOf(NotReversibleError)
    }
    await expect(
      transaction((tx) => reverseJournal(tx, { journalId: 999n, ...said })),
    ).rejects.toBeInstanceOf(MalformedJournalError)
    expect(await auditLedger(read)).toEqual([])
  })
})

describeOnPostgres('reverseJournal, concurrently', ({ openDatabase }) => {
  test('undoes a journal once', async () => {
    const database = await openDatabase()
    await fund(database.single, alice, 10n)
    const { journalId } = await post(database.single, 'k', [move(available(alice), available(bob), 10n)])
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        database.transaction((tx) => reverseJournal(tx, { journalId, ...said })),
      ),
    )
    expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await balanceOf(database.read, available(alice))).toBe(10n)
  })
})
