import { readFileSync } from 'node:fs'
import { describeOnDatabase } from '@dr/test-kit'
import { expect, test } from 'vitest'
import {
  auditLedger,
  JournalConflictError,
  type NewJournal,
  postJournal,
  postJournals,
} from '../src/modules/ledger/index.ts'
import type { Database, Tx } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migration/migrate.ts'
import {
  type Migration,
  numberOf,
  readMigrations,
} from '../src/platform/database/migration/migration-files.ts'
import { alice, available, bob, move, pool } from '../test/modules/ledger.ts'

/** Rows as text, by table. */
type Rows = Readonly<Record<string, readonly string[]>>

/**
 * Half a year of two users in the test app, as stored by version 0031: `before` and `archived`, before and
 * after its ticks compressed old rows. Written by its own code; later programs cannot create it.
 */
const fixture = JSON.parse(readFileSync(new URL('0032_archived_rows.json', import.meta.url), 'utf8')) as {
  before: Rows
  archived: Rows
}

const all = readMigrations()
const upTo = (number: string) => all.filter(({ name }) => numberOf(name) <= number)
/** Up to the last migration of this change; later ones may add columns. */
const CHANGED = upTo('0036')

const columnsOf = async (tx: Tx, table: string): Promise<string> => {
  const { rows } = await tx.query<{ names: string }>({
    text: `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    values: [table],
  })
  return rows[0]?.names ?? ''
}

const load = (database: Database, tables: Rows) =>
  database.transaction(async (tx) => {
    await tx.script(`SET LOCAL TIME ZONE 'UTC'`)
    for (const [table, rows] of Object.entries(tables)) {
      const columns = await columnsOf(tx, table)
      await tx.query({
        text: `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
          SELECT ${columns} FROM (SELECT (r::${table}).* FROM unnest($1::text[]) AS r) AS rows`,
        values: [rows],
      })
    }
    for (const table of ['ledger_account', 'journal', 'posting'])
      await tx.query({
        text: `SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`,
        values: [table],
      })
  })

const read = (database: Database): Promise<Rows> =>
  database.transaction(async (tx) => {
    await tx.script(`SET LOCAL TIME ZONE 'UTC'`)
    const found: Record<string, string[]> = {}
    for (const table of Object.keys(fixture.before)) {
      const { rows } = await tx.query<{ row: string }>({
        text: `SELECT t::text AS row FROM ${table} t ORDER BY t::text COLLATE "C"`,
      })
      found[table] = rows.map(({ row }) => row)
    }
    return found
  })

/** `before` without the orders' `request_key`, which was not archived: only open orders need it. */
const EXPECTED: Rows = {
  ...fixture.before,
  voucher_order: (fixture.before.voucher_order ?? []).map((row) =>
    fixture.archived.voucher_order?.includes(row)
      ? row
      : row.replace(/,(used|lapsed|closed),[^,]*,/, (_, status: string) => `,${status},,`),
  ),
}

/** Triggers and constraints of the ledger. */
const readGuards = async ({ read: reader }: Database): Promise<string[]> => {
  const { rows } = await reader.query<{ line: string }>({
    text: `SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger
        WHERE tgrelid IN ('journal'::regclass, 'posting'::regclass, 'hold'::regclass) AND NOT tgisinternal
      UNION ALL
      SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
        WHERE conrelid IN ('journal'::regclass, 'posting'::regclass, 'hold'::regclass)
      UNION ALL
      SELECT proname || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        AND proname ~ '^(post_journal|refuse_|require_archived|journal_)'
      ORDER BY 1`,
  })
  return rows.map(({ line }) => line)
}

/** A journal with the key of an archived one, and other content. */
const JOURNAL: NewJournal = {
  key: 'test:0:two',
  reason: 'test.move',
  at: new Date('2027-01-01T00:00:00Z'),
  source: { kind: 'test' },
  postings: [move(available(alice), available(bob), 1n)],
}

describeOnDatabase('rows that were archived', ({ openDatabase }) => {
  const openEmpty = async (number: string) => {
    const database = await openDatabase()
    await database.transaction((tx) => tx.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
    await migrate(database, upTo(number))
    return database
  }
  const openArchived = async () => {
    const database = await openEmpty('0031')
    await load(database, fixture.archived)
    return database
  }

  test('are where they were, each as it was, and the books add up', async () => {
    const database = await openArchived()
    for (const [table, rows] of Object.entries(await read(database))) {
      if (!['ledger_account', 'hold'].includes(table))
        expect(rows.length, table).toBeLessThan(EXPECTED[table]?.length ?? 0)
    }
    await migrate(database, CHANGED)
    expect(await read(database)).toEqual(EXPECTED)
    expect(await auditLedger(database.read)).toEqual([])
  })

  test('are put back once by several processes', async () => {
    const database = await openArchived()
    await Promise.all(Array.from({ length: 3 }, () => migrate(database, CHANGED)))
    expect(await read(database)).toEqual(EXPECTED)
  })

  test('keep their idempotency keys', async () => {
    const database = await openArchived()
    await migrate(database, CHANGED)
    const { rows } = await database.read.query<{ id: bigint; source: NewJournal['source'] }>({
      text: `SELECT id, source FROM journal WHERE key = 'test:0:two'`,
    })
    const [{ id, source }] = rows as [(typeof rows)[number]]
    const same: NewJournal = {
      key: 'test:0:two',
      reason: 'test.move',
      at: new Date(),
      source,
      postings: [move(available(alice), available(bob), 1n), move(available(alice), pool, 2n)],
    }
    const other: NewJournal = { ...same, source: { kind: 'test' } }
    expect(await database.transaction((tx) => postJournal(tx, same))).toEqual({
      journalId: id,
      replayed: true,
    })
    await expect(database.transaction((tx) => postJournal(tx, other))).rejects.toThrow(JournalConflictError)
    expect(await database.transaction((tx) => postJournals(tx, [same, other]))).toEqual([
      { posted: true, journalId: id, replayed: true },
      { posted: false, error: expect.any(JournalConflictError) },
    ])
    expect(await read(database)).toEqual(EXPECTED)
  })

  test('are guarded as before there was an archive', async () => {
    const guards = await readGuards(await openEmpty('0026'))
    expect(guards.length).toBeGreaterThan(20)
    const database = await openArchived()
    expect(await readGuards(database)).not.toEqual(guards)
    await migrate(database, CHANGED)
    expect(await readGuards(database)).toEqual(guards)
    for (const table of ['journal', 'posting']) {
      await expect(database.single.script(`DELETE FROM ${table}`)).rejects.toThrow(/are never changed/)
    }
  })

  test('are put back once, whatever interrupts it, while others post', async () => {
    const database = await openArchived()
    let batches = 0
    const interrupted = CHANGED.map((migration): Migration => {
      const { runBatch } = migration
      if (!runBatch) return migration
      const killed = async (tx: Tx) => {
        const isMore = await runBatch(tx)
        batches += 1
        if (batches % 2 === 0) throw new Error('the process was killed')
        return isMore
      }
      return { ...migration, runBatch: killed }
    })
    const meanwhile = { ...JOURNAL, key: 'test:meanwhile' }
    for (;;) {
      const error = await migrate(database, interrupted).catch((reason: unknown) => reason)
      if (!(error instanceof Error)) break
      expect(error.message).toBe('the process was killed')
      await database.transaction((tx) => postJournal(tx, meanwhile))
      // The key is in the file that is restored last.
      const again = database.transaction((tx) => postJournal(tx, JOURNAL))
      await expect(again).rejects.toThrow(JournalConflictError)
    }
    expect(batches).toBeGreaterThan(4)
    const { journal = [], posting = [], ...rest } = await read(database)
    const { journal: journals = [], posting: postings = [], ledger_account: _, ...expected } = EXPECTED
    expect(rest).toMatchObject(expected)
    expect([journal.length, posting.length]).toEqual([journals.length + 1, postings.length + 1])
    expect(journal).toEqual(expect.arrayContaining([...journals]))
    expect(posting).toEqual(expect.arrayContaining([...postings]))
    expect(await auditLedger(database.read)).toEqual([])
  })

  test.each([
    ['UPDATE ledger_archive SET hash = sha256(hash) WHERE id = 2', /^file 2 .* is not what its hash says$/],
    ['DELETE FROM ledger_archive WHERE id = 1', /^file 2 .* is not what its hash says$/],
    ['UPDATE ledger_archive SET postings = postings + 1 WHERE id = 1', /^file 1 .* names \d+ journals and/],
    ['UPDATE ledger_opening SET amount = amount + 1 WHERE account_id = 1', /postings of account 1 are not/],
    ['UPDATE mining_collect_month SET amount[1] = 1 WHERE user_id = 1', /^of \d+ collects \d+ are in the/],
    [`UPDATE voucher_order_past SET body = '\\x09'`, /^an order of format 9$/],
  ])('are not dropped when anything is wrong: %s', async (damage, message) => {
    const database = await openArchived()
    await database.single.script(`ALTER TABLE ledger_archive DISABLE TRIGGER ALL; ${damage}`)
    await expect(migrate(database, CHANGED)).rejects.toThrow(message)
    expect(await migrate(database, upTo('0031'))).toEqual([])
    const { rowCount } = await database.read.query({ text: 'SELECT FROM ledger_archive' })
    expect(rowCount).toBeGreaterThan(0)
  })

  test('are not dropped if an older program archives them again', async () => {
    const database = await openArchived()
    await migrate(database, upTo('0032'))
    const insert = `INSERT INTO mining_collect_month (user_id, month, at, amount) VALUES (1, 202601, '{1}', '{1}')`
    await database.single.script(insert)
    await expect(migrate(database, CHANGED)).rejects.toThrow(/an older program still runs/)
    await database.single.script('DELETE FROM mining_collect_month')
    await database.single.script(`ALTER TABLE journal DISABLE TRIGGER ALL; ALTER TABLE posting DISABLE TRIGGER ALL;
      DELETE FROM posting WHERE journal_id IN (SELECT min(id) FROM journal); DELETE FROM journal WHERE id IN (SELECT min(id) FROM journal)`)
    await expect(migrate(database, CHANGED)).rejects.toThrow(/an older program still runs/)
  })
})
