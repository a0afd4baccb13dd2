import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describeOnBoth } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { alice, at, available, bob, chain, fund, move, pool, post } from '../../../../test/modules/ledger.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { balanceChanges } from '../balance-changes.ts'
import {
  auditLedger,
  hold,
  JournalConflictError,
  type LedgerLine,
  ledgerLines,
  NotReversibleError,
  postJournals,
  releaseHold,
  reverseJournal,
} from '../index.ts'
import { exportArchive, verifyFolder } from './archive-folder.ts'
import { archiveJournals } from './archive-journals.ts'
import { archiveLedger } from './archive-ledger.ts'
import { chainHash, decompress, NO_HASH, readLines } from './archive-lines.rules.ts'
import { decodeLines, encodeLines } from './statement-body.rules.ts'
import { verifyArchive } from './verify-archive.ts'
import { writeStatements } from './write-statements.ts'

const DAY_MS = 86_400_000
const day = (number: number) => new Date(at.getTime() + number * DAY_MS)
/** Of journals, from 2 March on; each month has its own. */
const DAYS = 200
const NOW = new Date('2026-09-18T12:00:00Z')
/** Three whole months before September stay. */
const HOT_FROM = new Date('2026-06-01T00:00:00Z')
const CAROL = 3 as UserId
const orderId = '0198c0de-0000-7000-8000-000000000001'

const allow = (database: Database, from = '2020-01-01') =>
  database.single.query({
    text: `UPDATE installation SET value = $1 WHERE name = 'archive-from'`,
    values: [from],
  })
const archive = (database: Database) => archiveLedger(database, new AbortController().signal)
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
    const { single, transaction } = database
    await single.query({
      text: `INSERT INTO chain_clock (chain_id, block_number, block_hash, block_timestamp) VALUES (31337, 1, $1, $2)`,
      values: [`0x${'1'.repeat(64)}`, BigInt(NOW.getTime() / 1_000)],
    })
    await fund(single, alice, 1_000n)
    await post(single, 'more', [move(chain, pool, 100_000n)])
    await transaction(async (tx) => {
      const order = { orderId, userId: alice, vault: 0, token: 'DR', amount: 60n } as const
      const source = { kind: 'withdrawal', orderId }
      await hold(tx, { ...order, reason: 'withdrawal.hold', at: day(1), source })
      await releaseHold(tx, { orderId, as: 'expired', reason: 'withdrawal.returned', at: day(2), source })
    })
    for (let n = 3; n < DAYS; n++) {
      const collect = move(pool, available(alice), BigInt(n))
      await post(single, `collect:${n}`, [collect], { at: day(n), reason: 'mining.collect' })
      if (n % 5 === 0) {
        const parts = [
          move(available(alice), available(bob), 1n),
          move(available(alice), available(CAROL), 2n),
        ]
        await post(single, `gift:${n}`, parts, { at: day(n), reason: 'transfer.internal' })
      }
    }
    await allow(database)
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
    await allow(database)
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
    await allow(database)
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

  test('a changed file, a missing one and a changed opening are found', async () => {
    const database = await open()
    await archive(database)
    const { rows } = await database.read.query<{ content: Uint8Array }>({
      text: 'SELECT content FROM ledger_archive ORDER BY id LIMIT 1',
    })
    const lines = decompress(rows[0]?.content as Uint8Array)
    expect(readLines(lines)[5]).toEqual({
      id: '6',
      key: 'collect:3',
      reason: 'mining.collect',
      vault: 0,
      at: day(3).toISOString(),
      source: { kind: 'test' },
      postings: [['6', '0:DR:emission-pool', '0:DR:user-available:1', '3']],
    })
    const changed = lines.toString().replace('"3"]', '"4"]')
    const report = await verifyArchive(database.read, { contentOf: async () => gzipSync(changed) })
    expect(report.findings).toEqual([
      { subject: 'file 1', what: 'its hash is not that of its lines' },
      { subject: '0:DR:emission-pool', what: expect.stringContaining('the files add up to') },
      { subject: '0:DR:user-available:1', what: expect.stringContaining('the files add up to') },
      { subject: 'user 1', what: 'the statements are not what the files say' },
    ])
    const broken = await verifyArchive(database.read, { contentOf: async () => Buffer.from('no gzip') })
    expect(broken.findings[0]).toEqual({ subject: 'file 1', what: expect.stringContaining('cannot be read') })
    await database.single.script('UPDATE ledger_opening SET amount = amount + 1 WHERE account_id = 3')
    expect((await verifyArchive(database.read)).findings).toHaveLength(1)
    expect(await auditLedger(database.read)).toMatchObject([{ rule: 'balance-is-sum-of-postings' }])
  })

  test('statements and keys are computed again from the files: each change of them is found', async () => {
    const database = await open()
    await archive(database)
    const { single, read } = database
    const findings = async () => (await verifyArchive(read)).findings
    expect(await findings()).toEqual([])
    // Who owns the database can switch triggers off.
    for (const table of ['ledger_statement', 'ledger_archived_key'])
      await single.script(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)
    const { rows } = await read.query<{ body: Uint8Array; last: bigint }>({
      text: 'SELECT body, last_posting AS last FROM ledger_statement WHERE user_id = 2',
    })
    const { body = new Uint8Array(), last = 0n } = rows[0] ?? {}
    const write = (bytes: Uint8Array) =>
      single.query({ text: 'UPDATE ledger_statement SET body = $1 WHERE user_id = 2', values: [bytes] })
    const lines = decodeLines(body)
    const ofBob = [{ subject: 'user 2', what: 'the statements are not what the files say' }]
    await write(encodeLines(lines.map((line, n) => (n === 1 ? { ...line, amount: line.amount + 1n } : line))))
    expect(await findings()).toEqual(ofBob)
    await write(encodeLines(lines.map((line, n) => (n === 1 ? { ...line, reason: 'another' } : line))))
    expect(await findings()).toEqual(ofBob)
    await write(encodeLines(lines.toSpliced(1, 1))) // one is hidden
    expect(await findings()).toEqual(ofBob)
    await write(encodeLines(lines.toSpliced(1, 0, lines[1] as (typeof lines)[number]))) // one is shown twice
    const statement = `user 2, statement up to posting ${last}`
    expect(await findings()).toEqual([
      { subject: statement, what: 'its lines are not those that its row names' },
      ...ofBob,
    ])
    const invented = { ...(lines.at(-1) as (typeof lines)[number]), journal_id: 1_000_000n }
    await write(encodeLines([...lines.slice(0, -1), invented]))
    expect(await findings()).toEqual([
      { subject: statement, what: `posting ${last} is in no file` },
      ...ofBob,
    ])
    await write(Buffer.from('no statement'))
    expect((await findings())[0]).toEqual({
      subject: statement,
      what: expect.stringContaining('cannot be read'),
    })
    await write(body)
    // Histories are looked up by these.
    await single.script(
      `UPDATE ledger_statement SET first_at = first_at + interval '1 day' WHERE user_id = 2`,
    )
    expect(await findings()).toEqual([
      { subject: statement, what: 'its lines are not those that its row names' },
    ])
    await single.script(
      `UPDATE ledger_statement SET first_at = first_at - interval '1 day' WHERE user_id = 2`,
    )
    // Moved to another user, and gone.
    await single.script('UPDATE ledger_statement SET user_id = 4 WHERE user_id = 2')
    expect((await findings()).map(({ subject }) => subject).toSorted()).toEqual(['user 2', 'user 4'])
    await single.script('DELETE FROM ledger_statement WHERE user_id = 4')
    expect(await findings()).toEqual(ofBob)
    await single.query({
      text: `INSERT INTO ledger_statement (user_id, last_posting, first_posting, first_at, last_at, body)
        VALUES (2, $1, $2, $3, $4, $5)`,
      values: [last, lines[0]?.id, lines[0]?.at, lines.at(-1)?.at, body],
    })
    expect(await findings()).toEqual([])

    // A key that is gone can be posted again; one of no journal refuses one that was never posted.
    await single.script(`DELETE FROM ledger_archived_key WHERE hash = journal_key_hash('collect:3')`)
    expect(await findings()).toEqual([{ subject: 'file 1', what: '1 of its keys can be posted again' }])
    await single.script(
      `INSERT INTO ledger_archived_key VALUES (journal_key_hash('collect:3')), (journal_key_hash('new'))`,
    )
    expect(await findings()).toEqual([
      { subject: 'keys', what: expect.stringMatching(/^112 are kept, the files have 111 journals$/) },
    ])
  })

  test('an exported folder says what was changed in it, and what it and the database do not share', async () => {
    const database = await open()
    await archive(database)
    const { read } = database
    const folder = await mkdtemp(join(tmpdir(), 'dr-archive-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    expect(await exportArchive(read, folder)).toBe(1)
    expect(await exportArchive(read, folder)).toBe(0)
    const path = join(folder, '00000001.jsonl.gz')
    const chainPath = join(folder, 'chain.txt')
    const [content, list] = [await readFile(path), await readFile(chainPath, 'utf8')]
    const lines = decompress(content)
    const listed = (text: Buffer) => `${chainHash(NO_HASH, text).toString('hex')}  00000001.jsonl.gz\n`
    expect(list).toBe(listed(lines))
    const said = async () => (await verifyFolder(read, folder)).map(({ what }) => what)
    expect(await said()).toEqual([])
    // A file is changed; with its hash in the list, too: then the database has another one.
    const forged = Buffer.from(lines.toString().replace('"3"]', '"4"]'))
    await writeFile(path, gzipSync(forged))
    expect(await said()).toEqual(['its hash is not the one it was exported with'])
    await writeFile(chainPath, listed(forged))
    expect(await said()).toEqual([expect.stringMatching(/^exported with the hash .*, the database’s is /)])
    await expect(exportArchive(read, folder)).rejects.toThrow('was exported with the hash')
    expect(await readFile(chainPath, 'utf8')).toBe(listed(forged)) // nothing was written over it
    await writeFile(chainPath, list)
    // Gone, or not listed.
    await rm(path)
    expect(await said()).toEqual([expect.stringMatching(/^cannot be read: .*ENOENT/), expect.anything()])
    await writeFile(path, content)
    await rm(chainPath)
    expect(await said()).toEqual(['it is not in the list: export again'])
    await writeFile(chainPath, 'no list\n')
    await expect(verifyFolder(read, folder)).rejects.toThrow('has a line of no file')
    await writeFile(chainPath, list)
    // The database was cut, or is of an older backup.
    await database.single.script('ALTER TABLE ledger_archive DISABLE TRIGGER ALL; DELETE FROM ledger_archive')
    expect(await said()).toEqual([
      'the database does not have this file: it is older, or its archive was cut',
    ])
  })

  test('nothing is archived in the first week, nor while an operator says so', async () => {
    const database = await open()
    await allow(database, 'infinity')
    await archive(database)
    expect(await countOf(database, 'ledger_archive')).toBe(0)
  })
})
