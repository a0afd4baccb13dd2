import { describeOnBoth } from '@dr/test-kit'
import { expect, test } from 'vitest'
import {
  allowArchive,
  archive,
  CAROL,
  day,
  fillLedgerOfMonths,
  NOW,
} from '../../../../test/modules/archived-ledger.ts'
import { alice, available, bob, fund, move, pool, post } from '../../../../test/modules/ledger.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { balanceChanges } from '../balance-changes.ts'
import {
  auditLedger,
  JournalConflictError,
  type LedgerLine,
  ledgerLines,
  NotReversibleError,
  postJournals,
  reverseJournal,
} from '../index.ts'
import { archiveJournals } from './archive-journals.ts'
import { archiveLedger } from './archive-ledger.ts'
import { verifyArchive } from './verify-archive.ts'
import { writeStatements } from './write-statements.ts'

/** Three whole months before September stay. */
const HOT_FROM = new Date('2026-06-01T00:00:00Z')
const countOf = async ({ read }: Database, table: string): Promise<number> =>
  (await read.query({ text: `SELECT FROM ${table}` })).rowCount

const linesOf = async (
  { read }: Database,
  userId: UserId,
  { limit = 7, filter = {} }: { limit?: number; filter?: Parameters<typeof ledgerLines>[1]['filter'] } = {},
): Promise<LedgerLine[]> => {
  const lines: LedgerLine[] = []
  let cursor: string | undefined
  do {
    const page = await ledgerLines(read, { userId, limit, cursor, filter })
    lines.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return lines
}

/** All that users are shown of it. */
const seen = async (database: Database) => ({
  lines: await Promise.all([alice, bob, CAROL].map((user) => linesOf(database, user))),
  filtered: await linesOf(database, alice, {
    filter: { reason: 'mining', from: day(20), to: day(120) },
  }),
  withdrawals: await linesOf(database, alice, { filter: { reason: 'withdrawal', vault: 0, token: 'DR' } }),
  changes: await Promise.all(
    [alice, bob, CAROL].map(async (userId) => {
      const { changes, ...rest } = await balanceChanges(database.read, { userId, bucketSeconds: 86_400n })
      const sorted = changes.map(({ token, bucket, change }) => `${bucket} ${token} ${change}`).sort()
      return { ...rest, sorted }
    }),
  ),
  audit: await auditLedger(database.read),
})

describeOnBoth('archiving the ledger', ({ openDatabase }) => {
  const open = async () => {
    const database = await openDatabase()
    await fillLedgerOfMonths(database)
    return database
  }

  test('changes nothing that is shown, and the books add up from the openings', async () => {
    const database = await open()
    const before = await seen(database)
    expect(before.lines.map(({ length }) => length)).toEqual([200 + 78, 39, 39])
    expect(before.audit).toEqual([])
    await archive(database)
    const { rows } = await database.read.query<{ first: Date; n: bigint }>({
      text: 'SELECT min(at) AS first, count(*) AS n FROM journal',
    })
    expect(rows[0]?.first.getTime()).toBeGreaterThanOrEqual(HOT_FROM.getTime())
    expect(Number(rows[0]?.n)).toBeLessThan(140)
    expect(await seen(database)).toEqual(before)
    const report = await verifyArchive(database.read)
    expect(report).toEqual({ files: 1, journals: 5n + 91n - 3n + 18n, findings: [] })
    const files = await countOf(database, 'ledger_archive')
    await archive(database) // until the next month is over there is nothing to do
    expect(await countOf(database, 'ledger_archive')).toBe(files)
    expect(await countOf(database, 'ledger_archive_run')).toBe(0)
  })

  test('a balance’s history that was cut says from when on it is complete', async () => {
    const database = await open()
    await allowArchive(database)
    await archive(database)
    const of = (postingsMax?: number) =>
      balanceChanges(database.read, {
        userId: alice,
        bucketSeconds: 86_400n,
        ...(postingsMax === undefined ? {} : { postingsMax }),
      })
    const whole = await of()
    expect(whole.readFrom).toBeNull()
    // More than the lines of either side in the tables, fewer than those of both.
    const cut = await of(120)
    expect(cut.readFrom).not.toBeNull()
    expect(cut.readFrom).toBeLessThan(BigInt(HOT_FROM.getTime() / 1_000))
    const since = ({ changes }: typeof whole) =>
      changes
        .filter(({ bucket }) => bucket > (cut.readFrom ?? 0n) / 86_400n)
        .map(({ token, bucket, change }) => `${bucket} ${token} ${change}`)
        .sort()
    expect(since(cut)).toEqual(since(whole))
  })

  test('a second month follows the first, and both are one chain', async () => {
    const database = await open()
    const before = await seen(database)
    for (const month of ['2026-07', '2026-08', '2027-01']) {
      await database.single.query({
        text: 'UPDATE chain_clock SET block_timestamp = $1',
        values: [BigInt(Date.parse(`${month}-05T00:00:00Z`) / 1_000)],
      })
      await archive(database)
      expect(await seen(database)).toEqual(before)
    }
    expect(await countOf(database, 'journal')).toBe(0)
    const { files, findings } = await verifyArchive(database.read)
    expect([files, findings]).toEqual([3, []])
    const more = { at: new Date('2027-01-06T00:00:00Z'), reason: 'mining.collect' } as const
    await post(database.single, 'new', [move(pool, available(alice), 5n)], more)
    expect((await linesOf(database, alice))[0]).toMatchObject({ amount: 5n })
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('a process that continues an ended run changes nothing of the next one', async () => {
    const database = await open()
    const before = await seen(database)
    const stopped = new AbortController()
    stopped.abort()
    const current = async () => {
      const { rows } = await database.read.query<{ lastJournal: bigint; usersThrough: bigint }>({
        text: `SELECT last_journal AS "lastJournal", users_through AS "usersThrough" FROM ledger_archive_run`,
      })
      return rows[0] as (typeof rows)[number]
    }
    const begin = async () => {
      await archiveLedger(database, stopped.signal)
      return current()
    }
    const first = await begin()
    await archive(database)
    await database.single.query({
      text: 'UPDATE chain_clock SET block_timestamp = $1',
      values: [BigInt(Date.parse('2027-01-05T00:00:00Z') / 1_000)],
    })
    const second = await begin()
    const { signal } = new AbortController()
    await writeStatements(database, { run: first, signal })
    expect(await current()).toEqual(second)
    await archiveJournals(database, { run: first, signal })
    expect(await current()).toEqual(second)
    await archive(database)
    expect(await countOf(database, 'journal')).toBe(0)
    expect(await seen(database)).toEqual(before)
    expect((await verifyArchive(database.read)).findings).toEqual([])
  })

  test('an archived key is not posted again, alone or among others', async () => {
    const database = await open()
    await archive(database)
    const { single } = database
    const again = move(pool, available(alice), 3n)
    await expect(post(single, 'collect:3', [again])).rejects.toBeInstanceOf(JournalConflictError)
    const journal = {
      reason: 'mining.collect',
      at: NOW,
      source: { kind: 'test' },
      postings: [again],
    } as const
    const outcomes = await postJournals(single, [
      { ...journal, key: 'fresh:1' },
      { ...journal, key: 'collect:4' },
      { ...journal, key: 'fresh:2' },
    ])
    expect(outcomes.map(({ posted }) => posted)).toEqual([true, false, true])
    expect(await auditLedger(database.read)).toEqual([])
    const reversal = { at: NOW, by: 'a', why: 'b', reasons: { 'mining.collect': 'reversible' } } as const
    await expect(
      database.transaction((tx) => reverseJournal(tx, { ...reversal, journalId: 6n })),
    ).rejects.toThrow(NotReversibleError)
  })

  test('goes on where it was interrupted, and nothing is shown twice meanwhile', async () => {
    const database = await open()
    const before = await seen(database)
    const stopped = new AbortController()
    stopped.abort()
    await archiveLedger(database, stopped.signal) // the run begins, and no more
    expect(await countOf(database, 'ledger_archive_run')).toBe(1)
    const { rows } = await database.read.query<{ lastJournal: bigint; usersThrough: bigint }>({
      text: `SELECT last_journal AS "lastJournal", users_through AS "usersThrough" FROM ledger_archive_run`,
    })
    const run = rows[0] as (typeof rows)[number]
    const { signal } = new AbortController()
    expect(await writeStatements(database, { run, signal })).toBe(true)
    expect(await writeStatements(database, { run, signal })).toBe(true)
    expect(await seen(database)).toEqual(before)
    // A crash between the file and the deletion: the transaction leaves neither.
    await database.single.script(`CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'crash'; END $$;
      CREATE TRIGGER crash BEFORE DELETE ON journal FOR EACH STATEMENT EXECUTE FUNCTION crash()`)
    await expect(archiveJournals(database, { run, signal })).rejects.toThrow('crash')
    expect(await countOf(database, 'ledger_archive')).toBe(0)
    expect(await seen(database)).toEqual(before)
    await database.single.script('DROP TRIGGER crash ON journal; DROP FUNCTION crash')
    await archive(database)
    expect(await seen(database)).toEqual(before)
    expect((await verifyArchive(database.read)).findings).toEqual([])
  })

  test('lines keep their order where the ids of two months are mixed', async () => {
    const database = await openDatabase()
    const { single } = database
    const clock = (now: string) =>
      single.query({
        text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (31337, 1, $1, $2)
          ON CONFLICT (id) DO UPDATE SET block_timestamp = EXCLUDED.block_timestamp`,
        values: [`0x${'1'.repeat(64)}`, BigInt(Date.parse(now) / 1_000)],
      })
    await fund(single, alice, 1_000n)
    await single.script(`
      INSERT INTO journal (id, key, reason, vault, at, source) OVERRIDING SYSTEM VALUE VALUES
        (10, 'march', 'test.move', 0, '2026-03-05', '{"kind":"test"}'),
        (11, 'july', 'test.move', 0, '2026-07-05', '{"kind":"test"}');
      INSERT INTO posting (id, journal_id, from_account, to_account, amount) OVERRIDING SYSTEM VALUE
        SELECT n.id, journal, p.id, a.id, 1 FROM (VALUES (101, 10), (100, 11)) AS n (id, journal),
          (SELECT id FROM ledger_account WHERE kind = 'emission-pool') AS p (id),
          (SELECT id FROM ledger_account WHERE user_id = 1) AS a (id)`)
    await allowArchive(database)
    const idsOf = async (limit: number) =>
      (await linesOf(database, alice, { limit })).map(({ id }) => Number(id))
    for (const now of ['2026-03-10T00:00:00Z', '2026-09-10T00:00:00Z', '2027-09-10T00:00:00Z']) {
      await clock(now)
      await archive(database)
      for (const limit of [1, 2, 3]) expect(await idsOf(limit)).toEqual([101, 100, 2])
    }
    expect(await countOf(database, 'ledger_statement')).toBe(2)
  })

  test('rows leave the tables for the archive alone, and what is archived stays', async () => {
    const database = await open()
    await archive(database)
    const { single, transaction } = database
    for (const text of [
      'DELETE FROM posting',
      'DELETE FROM journal',
      'UPDATE ledger_archive SET journals = 1',
      'DELETE FROM ledger_archive',
      'DELETE FROM ledger_archived_key',
      'UPDATE ledger_statement SET first_posting = 0',
    ]) {
      await expect(single.query({ text }), text).rejects.toMatchObject({ code: 'LG003' })
    }
    await expect(
      transaction((tx) => tx.script(`SET LOCAL ledger.archiving = 'on'; DELETE FROM posting`)),
    ).rejects.toMatchObject({ code: 'LG003' })
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('nothing is archived in the first week, nor while an operator says so', async () => {
    const database = await open()
    await allowArchive(database, 'infinity')
    await archive(database)
    expect(await countOf(database, 'ledger_archive')).toBe(0)
  })
})
