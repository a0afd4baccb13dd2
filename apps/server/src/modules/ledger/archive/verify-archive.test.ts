import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describeOnBoth } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { archive, day, fillLedgerOfMonths } from '../../../../test/modules/archived-ledger.ts'
import { auditArchive, auditLedger } from '../index.ts'
import { exportArchive, verifyFolder } from './archive-folder.ts'
import { chainHash, decompress, NO_HASH, readLines } from './archive-lines.rules.ts'
import { decodeLines, encodeLines } from './statement-body.rules.ts'
import { verifyArchive } from './verify-archive.ts'

describeOnBoth('verifying the archive', ({ openDatabase }) => {
  const open = async () => {
    const database = await openDatabase()
    await fillLedgerOfMonths(database)
    return database
  }

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

  test('the hourly audit looks at the newest file and at another by turns', async () => {
    const database = await open()
    const { single, read } = database
    for (const now of ['2026-07-02', '2026-08-02', '2026-09-02']) {
      const values = [BigInt(Date.parse(now) / 1_000)]
      await single.query({ text: 'UPDATE chain_clock SET block_timestamp = $1', values })
      await archive(database)
    }
    const files = await read.query<{ id: bigint }>({ text: 'SELECT id FROM ledger_archive ORDER BY id' })
    expect(files.rows).toHaveLength(3)
    expect(await auditArchive(read)).toEqual([])
    await single.script('ALTER TABLE ledger_archive DISABLE TRIGGER ALL')
    await single.script("UPDATE ledger_archive SET hash = decode(repeat('00', 32), 'hex') WHERE id = 2")
    const found = []
    for (let hour = 0; hour < 3; hour += 1) {
      found.push((await auditArchive(read)).map(({ subject }) => subject))
      await single.script('UPDATE chain_clock SET block_timestamp = block_timestamp + 3600')
    }
    const [second, third] = [
      'file 2: its hash is not that of its lines',
      'file 3: its hash is not that of its lines',
    ]
    // The newest follows the second's hash, so it is wrong at each of the three.
    expect(found.flat().filter((subject) => subject === second)).toHaveLength(1)
    expect(found.every((subjects) => subjects.includes(third))).toBe(true)
    await single.script("UPDATE ledger_archive SET content = '\\x00' WHERE id = 3")
    expect(await auditArchive(read)).toContainEqual(
      expect.objectContaining({ subject: expect.stringMatching(/^file 3: cannot be read: /) }),
    )
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
})
