import { describeOnBoth } from '@dr/test-kit'
import { describe, expect, test } from 'vitest'
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
  type AccountCode,
  account,
  auditLedger,
  balanceOf,
  JournalConflictError,
  MalformedJournalError,
  type NewJournal,
  type Posting,
  SystemAccountOverdrawnError,
} from './index.ts'

describeOnBoth('postJournal', ({ openDatabase }) => {
  const withAlice = async (amount: bigint): Promise<Database> => {
    const database = await openDatabase()
    await database.transaction((tx) => fund(tx, alice, amount))
    return database
  }

  test('moves the amount, whole, to the last unit of a uint256', async () => {
    const max = 2n ** 256n - 1n
    const { read, single } = await withAlice(max)
    expect(await balanceOf(read, available(alice))).toBe(max)
    await post(single, 'all', [move(available(alice), available(bob), max)])
    expect(await balanceOf(read, available(alice))).toBe(0n)
    expect(await balanceOf(read, available(bob))).toBe(max)
    expect(await balanceOf(read, chain)).toBe(-max)
    expect(await auditLedger(read, { reserves: [{ vault: 0, token: 'DR', amount: max }] })).toEqual([])
  })

  test('a user cannot go below zero, and nothing of the journal stays', async () => {
    const { read, single } = await withAlice(10n)
    const postings = [move(available(alice), available(bob), 4n), move(available(alice), available(bob), 7n)]
    await expect(post(single, 'k', postings)).rejects.toMatchObject(tooLow)
    expect(await balanceOf(read, available(alice))).toBe(10n)
    expect((await read.query({ text: `SELECT 1 FROM journal WHERE key = 'k'` })).rowCount).toBe(0)
  })

  test('what comes and goes in one journal counts together', async () => {
    const { read, single } = await withAlice(10n)
    await post(single, 'k', [
      move(available(bob), available(alice), 4n),
      move(available(alice), available(bob), 4n),
    ])
    expect(await balanceOf(read, available(bob))).toBe(0n)
  })

  test('a pool cannot promise more than was funded, nor a vault pay more than it has', async () => {
    const { single } = await withAlice(10n)
    await expect(post(single, 'a', [move(pool, available(alice), 1n)])).rejects.toBeInstanceOf(
      SystemAccountOverdrawnError,
    )
    await post(single, 'b', [move(available(alice), chain, 10n)])
    await post(single, 'c', [move(chain, pool, 1n)])
    await expect(post(single, 'd', [move(pool, chain, 2n)])).rejects.toBeInstanceOf(
      SystemAccountOverdrawnError,
    )
  })

  test('the same again changes nothing; the same key with anything else is refused', async () => {
    const { read, single } = await withAlice(10n)
    const postings = [move(available(alice), available(bob), 3n)]
    const first = await post(single, 'k', postings)
    expect(first.replayed).toBe(false)
    const later = new Date(at.getTime() + 1_000)
    expect(await post(single, 'k', postings, { at: later })).toEqual({ ...first, replayed: true })
    const others: [readonly Posting[], Partial<NewJournal>?][] = [
      [[move(available(alice), available(bob), 4n)]],
      [[move(available(alice), pool, 3n)]],
      [[...postings, ...postings]],
      [postings, { reason: 'test.other' }],
      [postings, { source: { kind: 'other' } }],
    ]
    for (const [content, more] of others) {
      await expect(post(single, 'k', content, more)).rejects.toBeInstanceOf(JournalConflictError)
    }
    expect(await balanceOf(read, available(bob))).toBe(3n)
  })

  test('vaults and tokens never mix', async () => {
    const { single } = await withAlice(10n)
    const elsewhere = (vault: 0 | 1, token: 'DR' | 'USDT') =>
      account({ vault, token, kind: 'user-available', userId: bob })
    const malformed: Posting[][] = [
      [move(available(alice), elsewhere(1, 'DR'), 1n)],
      [move(available(alice), elsewhere(0, 'USDT'), 1n)],
      [move(available(alice), available(bob), 1n), move(elsewhere(1, 'DR'), chain, 1n)],
      [],
      [move(available(alice), 'nonsense' as AccountCode, 1n)],
      [move(available(alice), '0:DR:user-available:0' as AccountCode, 1n)],
    ]
    for (const postings of malformed) {
      await expect(post(single, 'k', postings)).rejects.toBeInstanceOf(MalformedJournalError)
    }
  })

  test('the database itself refuses nothing, negative amounts, and a posting to oneself', async () => {
    const { single } = await withAlice(10n)
    const posting = move(available(alice), available(bob), 1n)
    const refused: [Posting, string][] = [
      [{ ...posting, amount: 0n }, 'posting_amount_positive'],
      [{ ...posting, amount: -1n }, 'posting_amount_positive'],
      [move(available(alice), available(alice), 1n), 'posting_two_accounts'],
    ]
    for (const [bad, constraint] of refused) {
      await expect(post(single, 'k', [bad])).rejects.toMatchObject({ constraint })
    }
  })

  test('postings cannot be changed or deleted', async () => {
    const { read, single } = await withAlice(10n)
    for (const text of [
      'UPDATE journal SET reason = reason',
      'DELETE FROM journal',
      'TRUNCATE journal CASCADE',
      'UPDATE posting SET amount = amount + 1',
      'DELETE FROM posting',
      'TRUNCATE posting',
      'UPDATE ledger_account SET user_id = 9',
      'DELETE FROM ledger_account',
    ]) {
      await expect(single.query({ text }), text).rejects.toMatchObject({ code: 'LG003' })
    }
    expect(await auditLedger(read)).toEqual([])
  })

  test('the audit finds a balance changed by hand, and a reserve that differs', async () => {
    const { read, single } = await withAlice(10n)
    await single.query({ text: 'SELECT open_account($1)', values: [available(bob)] })
    await single.query({
      text: `UPDATE ledger_account SET balance = 11 WHERE code = $1`,
      values: [available(alice)],
    })
    expect(await auditLedger(read, { reserves: [{ vault: 0, token: 'DR', amount: 9n }] })).toEqual([
      { rule: 'token-sums-to-zero', subject: '0:DR', expected: 0n, found: 1n },
      { rule: 'balance-is-sum-of-postings', subject: available(alice), expected: 10n, found: 11n },
      { rule: 'chain-account-is-reserve', subject: '0:DR', expected: 9n, found: 10n },
    ])
  })
})

describe('account', () => {
  test('codes read like the chart of accounts', () => {
    expect(chain).toBe('0:DR:chain')
    expect(available(alice)).toBe('0:DR:user-available:1')
  })
})
