import { describeOnBoth, describeOnPostgres } from '@dr/test-kit'
import { expect, test } from 'vitest'
import { alice, at, chain, fund } from '../../../test/modules/ledger.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import {
  auditLedger,
  balancesOf,
  HoldAlreadyResolvedError,
  HoldNotFoundError,
  hold,
  JournalConflictError,
  MalformedJournalError,
  releaseHold,
  settleHold,
} from './index.ts'

const orderId = '0198c0de-0000-7000-8000-000000000001'
const source = { kind: 'test' }

const holdSome = (tx: Tx, amount = 60n, id = orderId) =>
  hold(tx, {
    orderId: id,
    userId: alice,
    vault: 0,
    token: 'DR',
    amount,
    reason: 'withdrawal.hold',
    at,
    source,
  })

const settle = (tx: Tx, [paid, burned]: [bigint, bigint?] = [57n, 3n]) =>
  settleHold(tx, {
    orderId,
    parts: [
      { reason: 'withdrawal.paid', to: chain, amount: paid },
      ...(burned === undefined ? [] : [{ reason: 'withdrawal.burned' as const, to: chain, amount: burned }]),
    ],
    at,
    source,
  })

const release = (tx: Tx, as: 'superseded' | 'expired' = 'expired') =>
  releaseHold(tx, { orderId, as, reason: 'withdrawal.returned', at, source })

const withAlice = async (open: () => Promise<Database>): Promise<Database> => {
  const database = await open()
  await database.transaction((tx) => fund(tx, alice, 100n))
  return database
}

const balance = (available: bigint, held: bigint) => [{ vault: 0, token: 'DR', available, held, locked: 0n }]

describeOnBoth('hold', ({ openDatabase }) => {
  test('sets money aside, and settles it in parts', async () => {
    const database = await withAlice(openDatabase)
    await database.transaction((tx) => holdSome(tx))
    expect(await balancesOf(database.read, alice)).toEqual(balance(40n, 60n))
    const posted = await database.transaction((tx) => settle(tx))
    expect(posted.replayed).toBe(false)
    expect(await balancesOf(database.read, alice)).toEqual(balance(40n, 0n))
    const { rows } = await database.read.query({
      text: 'SELECT key, reason, amount FROM journal j JOIN posting p ON p.journal_id = j.id ORDER BY p.id DESC LIMIT 2',
    })
    expect(rows).toEqual([
      { key: `order:${orderId}:withdrawal.burned`, reason: 'withdrawal.burned', amount: 3n },
      { key: `order:${orderId}:resolve`, reason: 'withdrawal.paid', amount: 57n },
    ])
    expect(await auditLedger(database.read, { reserves: [{ vault: 0, token: 'DR', amount: 40n }] })).toEqual(
      [],
    )
  })

  test('gives it back', async () => {
    const database = await withAlice(openDatabase)
    await database.transaction((tx) => holdSome(tx))
    expect((await database.transaction((tx) => release(tx))).replayed).toBe(false)
    expect(await balancesOf(database.read, alice)).toEqual(balance(100n, 0n))
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('is refused above the balance', async () => {
    const database = await withAlice(openDatabase)
    await expect(database.transaction((tx) => holdSome(tx, 101n))).rejects.toMatchObject({ code: 1015 })
    expect(await balancesOf(database.read, alice)).toEqual(balance(100n, 0n))
  })

  test('asked twice is one hold; for another amount it is refused', async () => {
    const database = await withAlice(openDatabase)
    const first = await database.transaction((tx) => holdSome(tx))
    expect(await database.transaction((tx) => holdSome(tx))).toEqual({ ...first, replayed: true })
    await expect(database.transaction((tx) => holdSome(tx, 1n))).rejects.toBeInstanceOf(JournalConflictError)
    expect(await balancesOf(database.read, alice)).toEqual(balance(40n, 60n))
  })

  test('resolves once: a settled hold is not released', async () => {
    const database = await withAlice(openDatabase)
    await database.transaction((tx) => holdSome(tx))
    const first = await database.transaction((tx) => settle(tx))
    expect(await database.transaction((tx) => settle(tx))).toEqual({ ...first, replayed: true })
    await expect(database.transaction((tx) => settle(tx, [60n]))).rejects.toBeInstanceOf(JournalConflictError)
    await expect(database.transaction((tx) => release(tx))).rejects.toBeInstanceOf(HoldAlreadyResolvedError)
    expect(await balancesOf(database.read, alice)).toEqual(balance(40n, 0n))
  })

  test('resolves once: a released hold is not settled', async () => {
    const database = await withAlice(openDatabase)
    await database.transaction((tx) => holdSome(tx))
    const first = await database.transaction((tx) => release(tx, 'superseded'))
    expect(await database.transaction((tx) => release(tx, 'expired'))).toEqual({ ...first, replayed: true })
    await expect(database.transaction((tx) => settle(tx))).rejects.toBeInstanceOf(HoldAlreadyResolvedError)
    expect(await balancesOf(database.read, alice)).toEqual(balance(100n, 0n))
  })

  test('parts that are not the whole are refused, and so is an order without a hold', async () => {
    const database = await withAlice(openDatabase)
    await expect(database.transaction((tx) => release(tx))).rejects.toBeInstanceOf(HoldNotFoundError)
    await database.transaction((tx) => holdSome(tx))
    await expect(database.transaction((tx) => settle(tx, [59n]))).rejects.toBeInstanceOf(
      MalformedJournalError,
    )
    expect(await balancesOf(database.read, alice)).toEqual(balance(40n, 60n))
  })

  test('its row is not edited', async () => {
    const database = await withAlice(openDatabase)
    await database.transaction(async (tx) => {
      await holdSome(tx)
      await settle(tx)
    })
    for (const text of [
      'UPDATE hold SET resolution = NULL, resolved_by = NULL',
      'UPDATE hold SET amount = 1',
      'DELETE FROM hold',
    ]) {
      await expect(database.single.query({ text }), text).rejects.toMatchObject({ code: 'LG003' })
    }
  })
})

describeOnPostgres('hold, many at once', ({ openDatabase }) => {
  test('two holds for the whole balance: one wins', async () => {
    const database = await withAlice(openDatabase)
    const ids = Array.from({ length: 8 }, (_, index) => `0198c0de-0000-7000-8000-00000000000${index}`)
    const results = await Promise.allSettled(
      ids.map((id) => database.transaction((tx) => holdSome(tx, 100n, id))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 1015 })
    expect(await balancesOf(database.read, alice)).toEqual(balance(0n, 100n))
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('settled and released at the same time: one of the two happens, once', async () => {
    for (let round = 0; round < 5; round++) {
      const database = await withAlice(openDatabase)
      await database.transaction((tx) => holdSome(tx))
      const results = await Promise.allSettled(
        Array.from({ length: 12 }, (_, index) =>
          database.transaction((tx) => (index % 2 ? settle(tx) : release(tx))),
        ),
      )
      const done = results.filter((result) => result.status === 'fulfilled' && !result.value.replayed)
      expect(done).toHaveLength(1)
      const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      expect(refused).toHaveLength(6)
      for (const error of refused) expect(error).toBeInstanceOf(HoldAlreadyResolvedError)
      expect(await auditLedger(database.read)).toEqual([])
      expect((await balancesOf(database.read, alice))[0]?.held).toBe(0n)
    }
  })
})
